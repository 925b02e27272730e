import { Switch } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Settings } from '#contract/schemas/settings.ts'
import { usePatchConfig, useConfig, useCan } from '#web/shared/config.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import css from '../components/settings.module.css'
import { SettingsPage } from '../components/SettingsPage.tsx'
import { useUpdateNotifications } from '../api/queries.ts'
import { useCall } from '#web/shared/use-call.ts'

type NotificationEvent = keyof Settings['notifications']
const notificationEvents = [
  'points_received',
  'reward_redeemed',
  'reward_fulfilled',
  'points_left',
  'weekly_digest',
  'monthly_report',
  'awards',
] as const satisfies NotificationEvent[]

type Changes = Partial<Record<NotificationEvent, boolean>>

/**
 * Returns the changes that are not stored yet, all of them, and the options of the call that stores
 * them one after another.
 */
function useUnstoredChanges(id: string) {
  const { t } = useTranslation('settings')
  const [unstored, setUnstored] = useState<readonly Changes[]>([])
  const options = {
    scope: { id },
    onMutate: (change: Changes) => setUnstored((old) => [...old, change]),
    onSettled: (_stored: unknown, _error: unknown, change: Changes) =>
      setUnstored((old) => old.filter((one) => one !== change)),
    onError: (error: unknown) => notifyError(t, error),
  }
  return { unstored: Object.assign({}, ...unstored) as Changes, options }
}

/** Updates the user's own preference for the event. */
function useUpdateOwnNotifications() {
  const change = usePatchConfig()
  const { unstored, options } = useUnstoredChanges('own_notifications')
  const { mutate } = useCall('profiles.update_me', {
    input: (notifications: Changes) => ({ body: { notifications } }),
    updateCache: (user) => change({ user }),
    // Only the config holds these settings.
    except: 'everything',
    ...options,
  })
  return { unstored, mutate }
}

/** Updates the team's choice for the event. */
function useUpdateTeamNotifications() {
  const { unstored, options } = useUnstoredChanges('team_notifications')
  const { mutate } = useUpdateNotifications(options)
  return { unstored, mutate }
}

function NotificationsTable({ settings }: { settings: Settings }) {
  const { t } = useTranslation('settings')
  const { user } = useConfig()
  const can = useCan()
  const team = useUpdateTeamNotifications()
  const own = useUpdateOwnNotifications()
  const teamOn = { ...settings.notifications, ...team.unstored }
  const ownOn = { ...user.notifications, ...own.unstored }
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
          {notificationEvents.map((event) => (
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
                {event !== 'reward_redeemed' || can('fulfil_purchases') ? (
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

/** /settings/notifications: the mails of the team, and the user's own preferences. */
export function NotificationSettingsScreen() {
  const { t } = useTranslation('settings')
  return (
    <SettingsPage title={t('menu.notifications')}>
      {(settings) => <NotificationsTable settings={settings} />}
    </SettingsPage>
  )
}
