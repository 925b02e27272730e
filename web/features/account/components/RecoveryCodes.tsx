import { Button, Group, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useConfig } from '#web/shared/config.ts'
import { copyText } from '#web/lib/clipboard.ts'
import { saveFile } from '#web/lib/download-file.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './account.module.css'

/** Shows the recovery codes once, to copy, download or write down. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { t } = useTranslation('account')
  const { user } = useConfig()
  const [copied, setCopied] = useState<boolean | null>(null)
  const intro = useRef<HTMLParagraphElement>(null)
  // The codes replace a form: focus and scroll start at the top, not at the form's button.
  useEffect(() => {
    intro.current?.closest('[role=dialog]')?.scrollTo(0, 0)
    intro.current?.focus({ preventScroll: true })
  }, [])
  const text = `${t('factor.file_head', { email: user.email })}\n\n${codes.join('\n')}\n`
  return (
    <div className={css['form']}>
      <Text ref={intro} tabIndex={-1} className={css['kept'] ?? ''}>
        {t('factor.keep_text')}
      </Text>
      <ul className={css['recovery']} aria-label={t('factor.codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={
            copied ? (
              <IconCheck size={18} aria-hidden="true" />
            ) : (
              <IconCopy size={18} aria-hidden="true" />
            )
          }
          onClick={() => void copyText(text).then(setCopied)}
        >
          {copied ? t('tokens.copied') : t('tokens.copy')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          onClick={() =>
            saveFile(new Blob([text], { type: 'text/plain' }), `${t('factor.file')}.txt`)
          }
        >
          {t('factor.download')}
        </Button>
      </Group>
      <div role="status">
        {copied === false ? <Text c="dimmed">{t('tokens.copy_failed')}</Text> : null}
      </div>
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('factor.kept')}</Button>
      </Group>
    </div>
  )
}
