import { Button, Group } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useConfig } from '#web/shared/config.ts'
import { saveFile } from '#web/lib/download-file.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { QrCode, qrCodeFile } from '#web/ui/QrCode.tsx'
import css from './joining.module.css'

/** The printed page: the QR code and its instructions. Hidden on screen. */
function PrintedPoster({ url }: { url: string }) {
  const { t } = useTranslation('imports')
  const { workspace } = useConfig()
  return createPortal(
    <div className={css['poster']} data-poster>
      <p className={css['posterTitle']}>{t('join.poster', { team: workspace.name })}</p>
      <QrCode text={url} label={t('join.qr')} />
      <p className={css['posterLead']}>{t('join.poster_lead')}</p>
    </div>,
    document.body,
  )
}

/** The QR code of the link, to print or to save. */
export function LinkPoster({ url }: { url: string }) {
  const { t } = useTranslation('imports')
  const { workspace } = useConfig()
  const [isPrinting, setPrinting] = useState(false)
  const print = () => {
    // The poster must be in the page before the browser prints it.
    flushSync(() => setPrinting(true))
    window.addEventListener('afterprint', () => setPrinting(false), { once: true })
    window.print()
  }
  return (
    <div className={css['code']}>
      <QrCode text={url} label={t('join.qr')} />
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden="true" />}
          onClick={print}
        >
          {t('join.print')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          onClick={() => saveFile(qrCodeFile(url), `${workspace.name} ${t('join.file_name')}.svg`)}
        >
          {t('join.download')}
        </Button>
      </Group>
      {isPrinting ? <PrintedPoster url={url} /> : null}
    </div>
  )
}
