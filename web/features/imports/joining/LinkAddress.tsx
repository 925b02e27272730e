import { Button, Text, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { copyText } from '#web/lib/clipboard.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './joining.module.css'

/** Shows the link with a button that copies it. */
export function LinkAddress({ url }: { url: string }) {
  const { t } = useTranslation('imports')
  const [copied, setCopied] = useState<boolean | null>(null)
  return (
    <>
      <div className={css['address']}>
        <TextInput
          label={t('join.address')}
          value={url}
          readOnly
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          leftSection={
            copied ? (
              <IconCheck size={18} aria-hidden="true" />
            ) : (
              <IconCopy size={18} aria-hidden="true" />
            )
          }
          onClick={() => void copyText(url).then(setCopied)}
        >
          {copied ? t('join.copied') : t('join.copy')}
        </Button>
      </div>
      <Text c="dimmed" fz="sm" role="status">
        {copied === false ? t('join.copy_failed') : ''}
      </Text>
    </>
  )
}
