import { Button, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { copyText } from '#web/lib/clipboard.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './copy-field.module.css'

/** Copies a text, and says whether it worked. */
export function CopyButton({ text, label }: { text: string | undefined; label: string }) {
  const { t } = useTranslation('connections')
  const [copied, setCopied] = useState<boolean | null>(null)
  const Icon = copied ? IconCheck : IconCopy
  return (
    <>
      <Button
        variant="default"
        disabled={text === undefined}
        leftSection={<Icon size={18} aria-hidden="true" />}
        onClick={() => void copyText(text ?? '').then(setCopied)}
      >
        {copied ? t('app.copied') : label}
      </Button>
      <span role="status" className={copied === false ? css['failed'] : 'sr-only'}>
        {copied === false ? t('app.copy_failed') : ''}
      </span>
    </>
  )
}

/** A value of ours that the administrator pastes elsewhere. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation('connections')
  return (
    <div className={css['copy']}>
      <TextInput
        label={label}
        value={value}
        readOnly
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={value} label={t('app.copy')} />
    </div>
  )
}
