import { Button } from '@mantine/core'
import type { InvitationPlan, UserImport } from '#contract/schemas/imports.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { areInvitesDue, usePlanInvites } from '../api/queries.ts'
import css from './invites.module.css'

/**
 * People of an import who are not invited yet: the time of their invitations, and the actions to
 * change it.
 */
export function HeldInvites({ userImport }: { userImport: UserImport }) {
  const { t } = useTranslation('imports')
  const {
    settings: { timezone },
  } = useConfig()
  const plan = usePlanInvites(userImport.id)
  const { held, invites_at: at } = userImport
  const change = (when: InvitationPlan['when']) =>
    plan.mutate({ when }, { onError: (error) => notifyError(t, error) })
  const isSending = areInvitesDue(userImport)
  const planText = () => {
    if (at === null) return t('held.waiting_text')
    return isSending ? t('held.sending') : t('held.planned', { when: formatDateTime(at, timezone) })
  }
  return (
    <div className={css['held']} role="status">
      <p>
        <strong>{t('held.waiting', { count: held, n: formatNumber(held) })}</strong>
        {planText()}
      </p>
      {isSending ? null : (
        <div className={css['heldActions']}>
          {at === null ? null : (
            <Button variant="default" disabled={plan.isPending} onClick={() => change('later')}>
              {t('held.cancel')}
            </Button>
          )}
          <Button variant="default" loading={plan.isPending} onClick={() => change('now')}>
            {t('held.send')}
          </Button>
        </div>
      )}
    </div>
  )
}
