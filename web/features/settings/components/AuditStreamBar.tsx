import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { type AuditStream, auditStreamQuery } from '../api/audit-stream.ts'
import { AuditStreamDialog } from './AuditStreamDialog.tsx'
import css from './audit-log.module.css'

/** Returns the text about the state of a stream. */
function useStreamText(stream: AuditStream | null): string {
  const { t } = useTranslation('settings')
  if (!stream) return t('audit.stream.none')
  const { target, state, last_error: reason, waiting } = stream
  if (state === 'active' && reason) return t('audit.stream.failing', { target, reason })
  const sent = t(`audit.stream.${state}`, { target })
  return [sent, ...(waiting ? [t('audit.stream.waiting', { waiting })] : [])].join(' · ')
}

/** Says whether the audit log is sent to a receiver, and opens its settings. */
export function AuditStreamBar() {
  const { t } = useTranslation('settings')
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(auditStreamQuery)
  const stream = data?.stream ?? null
  const text = useStreamText(stream)
  if (!data) return null
  return (
    <Card className={css['stream'] ?? ''}>
      <div className={css['text']}>
        <b>{t('audit.stream.title')}</b>
        <p className={css['stream_text']}>{text}</p>
      </div>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t(stream ? 'audit.stream.change' : 'audit.stream.add')}
      </Button>
      {isOpen ? <AuditStreamDialog stream={stream} onClose={() => setOpen(false)} /> : null}
    </Card>
  )
}
