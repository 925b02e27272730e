import { Radio, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { CancelReason } from '#contract/schemas/billing.ts'
import { limits } from '#contract/limits.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifySuccess, notifyError } from '#web/shared/errors/error-messages.ts'
import { formatDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { type Subscription, useCancelSubscription } from '../api/queries.ts'

const cancelReasons = [
  'too_expensive',
  'missing_features',
  'switched_service',
  'unused',
  'customer_service',
  'too_complex',
  'low_quality',
  'other',
] as const satisfies readonly CancelReason[]

/** Cancels the subscription: shows consequences and date, and collects a reason. */
export function CancelSubscriptionDialog({
  subscription,
  onClose,
}: {
  subscription: Subscription
  onClose: () => void
}) {
  const { t } = useTranslation('billing')
  const {
    settings: { timezone },
  } = useConfig()
  const [reason, setReason] = useState<CancelReason | null>(null)
  const [comment, setComment] = useState('')
  const date = subscription.current_period_end
    ? formatDate(subscription.current_period_end, timezone)
    : ''
  const cancel = useCancelSubscription(
    { ...(reason ? { reason } : {}), comment },
    (then) => {
      notifySuccess(then.status === 'canceled' ? t('cancel.done_now') : t('cancel.done', { date }))
      onClose()
    },
    (error) => notifyError(t, error),
  )
  const text = () => {
    if (subscription.status === 'past_due') return t('cancel.text_overdue')
    return t(subscription.status === 'trialing' ? 'cancel.text_trial' : 'cancel.text', { date })
  }
  return (
    <ConfirmDialog
      opened
      danger
      busy={cancel.isPending}
      title={t('cancel.title')}
      text={text()}
      confirm={t('cancel.action')}
      cancel={t('cancel.keep')}
      onClose={onClose}
      onConfirm={() => cancel.mutate()}
    >
      <Stack gap="md">
        <Radio.Group
          label={t('cancel.why')}
          value={reason}
          onChange={(value) => setReason(value as CancelReason)}
        >
          <Stack gap={10} mt={10}>
            {cancelReasons.map((value) => (
              <Radio key={value} value={value} label={t(`reason.${value}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <Textarea
          label={t('cancel.comment')}
          autosize
          minRows={2}
          maxLength={limits.comment_chars_max}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  )
}
