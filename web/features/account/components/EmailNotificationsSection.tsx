import { Stack, Switch } from '@mantine/core'
import type { Ability } from '#contract/permissions.ts'
import { useConfig, useCan } from '#web/shared/config.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { AccountSection } from './AccountSection.tsx'
import { useUpdateMails } from '#web/shared/settings/use-update-mails.ts'

const notificationEvents = [
  'points_received',
  'reward_fulfilled',
  'reward_redeemed',
  'points_left',
  'weekly_digest',
  'monthly_report',
  'awards',
] as const
/** Mails that only people with an ability get. */
const abilityOfEvent: Partial<Record<(typeof notificationEvents)[number], Ability>> = {
  reward_redeemed: 'fulfil_purchases',
  monthly_report: 'see_dashboard',
}

/** The user's mail preferences. A switch saves at once and reverts when saving fails. */
export function EmailNotificationsSection() {
  const { t } = useTranslation('account')
  const { user, settings } = useConfig()
  const can = useCan()
  const save = useUpdateMails(() => notifySuccess(t('saved')))
  return (
    <AccountSection title={t('mails.title')} text={t('mails.text')}>
      <Stack gap="md">
        {notificationEvents
          .filter((event) => {
            const ability = abilityOfEvent[event]
            return !ability || can(ability)
          })
          .map((event) => (
            <Switch
              key={event}
              label={t(`mails.${event}`)}
              checked={user.notifications[event] && settings.notifications[event]}
              disabled={!settings.notifications[event]}
              {...(settings.notifications[event] ? {} : { description: t('mails.off_for_team') })}
              onChange={(change) => save.mutate({ [event]: change.currentTarget.checked })}
            />
          ))}
      </Stack>
    </AccountSection>
  )
}
