import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BackToSettings } from '#web/app/BackToSettings.tsx'
import { useConfig } from '#web/app/config.ts'
import { tell } from '#web/app/errors.ts'
import { useTitle } from '#web/app/title.ts'
import { session } from '#web/lib/session.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { Page } from '#web/ui/Page.tsx'
import { DangerDialog } from '../components/DangerDialog.tsx'
import css from '../components/settings.module.css'

/** /settings/danger: take away the history, or the whole team. */
export function DangerScreen() {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const { impersonated } = useConfig()
  const [asked, setAsked] = useState<'reset' | 'delete' | null>(null)
  useTitle(t('menu.danger'))
  const done = () => {
    if (asked === 'delete') {
      session.end()
      location.assign('/goodbye')
      return
    }
    setAsked(null)
    void client.invalidateQueries()
    tell(t('danger.reset_done'))
  }
  const part = (key: 'reset' | 'delete') => (
    <Card key={key} className={css['danger']}>
      <div><h2 className={css['heading']}>{t(`danger.${key}`)}</h2><p>{t(`danger.${key}_text`)}</p></div>
      <Button variant="outline" color="red" disabled={impersonated} onClick={() => setAsked(key)}>{t(`danger.${key}`)}</Button>
    </Card>
  )
  return (
    <Page title={t('menu.danger')} narrow back={<BackToSettings />}>
      <div className={css['cards']}>{part('reset')}{part('delete')}</div>
      {impersonated ? <p className={css['hint']}>{t('danger.impersonated')}</p> : null}
      {asked ? <DangerDialog call={`workspace.${asked}`} title={t(`danger.${asked}`)} text={t(`danger.${asked}_text`)} action={t(`danger.${asked}_action`)} onClose={() => setAsked(null)} onDone={done} /> : null}
    </Page>
  )
}
