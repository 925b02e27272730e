import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useConfig } from '#web/app/config.ts'
import { EntryLayout, entryCss as css } from '#web/app/EntryLayout.tsx'
import { useTitle } from '#web/app/title.ts'
import { call } from '#web/lib/client.ts'
import { session } from '#web/lib/session.ts'

const steps = [['👏', 'thank'], ['✨', 'collect'], ['🎁', 'redeem']] as const

/** What Laurel is, in three steps; then the feed. */
export function WelcomeScreen() {
  const { t } = useTranslation('auth')
  const { user, workspace } = useConfig()
  useTitle(t('welcome.title', { name: user.first_name }))
  return (
    <EntryLayout title={t('welcome.title', { name: user.first_name })} lead={t('welcome.lead', { team: workspace.name })}>
      <ol className={css['steps']}>
        {steps.map(([emoji, key]) => (
          <li key={key}><span aria-hidden="true">{emoji}</span><div><strong>{t(`welcome.${key}`)}</strong><p>{t(`welcome.${key}_text`)}</p></div></li>
        ))}
      </ol>
      <Button component={Link} to="/feed" fullWidth size="md">{t('welcome.action')}</Button>
    </EntryLayout>
  )
}

/** The trial is over and nobody has subscribed: nothing is lost, and who can help is said. */
export function ExpiredScreen() {
  const { t } = useTranslation('auth')
  const { workspace } = useConfig()
  const client = useQueryClient()
  useTitle(t('expired.title'))
  return (
    <EntryLayout title={t('expired.title')} lead={t('expired.lead', { team: workspace.name })}>
      <Button fullWidth size="md" onClick={() => void client.refetchQueries({ queryKey: ['config'] }).then(() => location.assign('/feed'))}>{t('expired.action')}</Button>
      <Button fullWidth size="md" variant="subtle" mt="sm" onClick={() => void call('auth.end_session').catch(() => undefined).then(() => session.end())}>{t('common:menu.logout')}</Button>
    </EntryLayout>
  )
}
