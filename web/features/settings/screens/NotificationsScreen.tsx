import { Switch } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Settings } from '#contract/settings.ts'
import { useChangeConfig, useConfig, useMay } from '#web/app/config.ts'
import { tellError } from '#web/app/errors.ts'
import { call } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import css from '../components/settings.module.css'
import { SettingsPage } from '../components/SettingsPage.tsx'
import { useSwitchMails } from '../queries.ts'

type Event = keyof Settings['notifications']
const events = ['points_received', 'reward_redeemed', 'reward_fulfilled'] as const satisfies Event[]

/** One's own switch of the same event. */
function useOwnSwitch() {
  const { t } = useTranslation('settings')
  const change = useChangeConfig()
  return useMutation({
    mutationFn: (notifications: Partial<Record<Event, boolean>>) =>
      call('profiles.update_me', { body: { notifications } }),
    onSuccess: (user) => change({ user }),
    onError: (error) => tellError(t, error),
  })
}

function Table({ settings }: { settings: Settings }) {
  const { t } = useTranslation('settings')
  const { user } = useConfig()
  const may = useMay()
  const team = useSwitchMails((error) => tellError(t, error))
  const own = useOwnSwitch()
  const teamOn = { ...settings.notifications, ...(team.isPending ? team.variables : {}) } as Record<
    Event,
    boolean
  >
  const ownOn = { ...user.notifications, ...(own.isPending ? own.variables : {}) }
  return (
    <Card>
      <table className={css['mails']}>
        <thead>
          <tr>
            <th scope="col">{t('notifications.event')}</th>
            <th scope="col">{t('notifications.team')}</th>
            <th scope="col">{t('notifications.own')}</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event}>
              <th scope="row">
                <strong>{t(`notifications.${event}`)}</strong>
                <small>{t(`notifications.${event}_text`)}</small>
              </th>
              <td>
                <Switch
                  aria-label={t('notifications.switch_team', {
                    event: t(`notifications.${event}`),
                  })}
                  checked={teamOn[event]}
                  onChange={(change) => team.mutate({ [event]: change.currentTarget.checked })}
                />
              </td>
              <td>
                {event !== 'reward_redeemed' || may('fulfil_purchases') ? (
                  <Switch
                    aria-label={t('notifications.switch_own', {
                      event: t(`notifications.${event}`),
                    })}
                    checked={ownOn[event] && teamOn[event]}
                    disabled={!teamOn[event]}
                    onChange={(change) => own.mutate({ [event]: change.currentTarget.checked })}
                  />
                ) : (
                  <span className={css['none']}>{t('notifications.not_yours')}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={css['hint']}>
        {t('notifications.hint')} <Link to="/edit-profile">{t('notifications.profile')}</Link>
      </p>
    </Card>
  )
}

/** /settings/notifications: which mails the team sends, and which of them oneself gets. */
export function NotificationsScreen() {
  const { t } = useTranslation('settings')
  return (
    <SettingsPage title={t('menu.notifications')}>
      {(settings) => <Table settings={settings} />}
    </SettingsPage>
  )
}
