import { Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { limits } from '#contract/limits.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifySuccess, notifyError } from '#web/shared/errors/error-messages.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { type DecisionKind, useDecidePurchase } from './purchases.api.ts'

type DecisionRequest = { kind: DecisionKind; purchase: Purchase; key: string }

/** Returns title, text and button of the confirmation. */
function useDecisionTexts(
  kind: DecisionKind,
  { title, price, contributed, contributions, reward_type: rewardType }: Purchase,
): { title: string; text: string; action: string } {
  const { t } = useTranslation('rewards')
  const { user } = useConfig()
  const name = usePersonName()
  const team = rewardType === 'team'
  const ownContribution = contributions
    .filter((part) => part.user_id === user.id && part.status === 'pending')
    .reduce((sum, part) => sum + part.amount, 0)
  const buyer = contributions[0]?.user
  const textParams = { title, name: buyer ? name(buyer) : '' }
  return {
    cancel: {
      title: t('cancel.title', textParams),
      text: t('cancel.text', { count: price }),
      action: t('cancel.action'),
    },
    withdraw: {
      title: t('shop:withdraw.title', textParams),
      text: t('shop:withdraw.text', { count: ownContribution }),
      action: t('shop:withdraw.action'),
    },
    fulfil: {
      title: t('fulfil.title', textParams),
      text: team ? t('shop:fulfil_team') : t('fulfil.text', textParams),
      action: t('fulfil.action'),
    },
    force: {
      title: t('shop:force.title', textParams),
      text: t('shop:force.text', { count: price - contributed }),
      action: t('shop:force.action'),
    },
    decline: {
      title: t('decline.title', textParams),
      text: team ? t('shop:decline_team') : t('decline.text', textParams),
      action: t('decline.action'),
    },
  }[kind]
}

/** Asks for confirmation before a decision on a purchase. */
export function PurchaseDecisionDialog({
  request: { kind, purchase, key },
  onClose,
}: {
  request: DecisionRequest
  onClose: () => void
}) {
  const { t } = useTranslation('rewards')
  const [reason, setReason] = useState('')
  const decide = useDecidePurchase(kind, {
    onSuccess: () => {
      notifySuccess(done())
      onClose()
    },
    onError: (error) => {
      notifyError(t, error)
      onClose()
    },
  })
  const texts = useDecisionTexts(kind, purchase)
  function done(): string {
    if (kind === 'withdraw' || kind === 'force') return t(`shop:${kind}.done`)
    return t(`${kind}.done`)
  }
  return (
    <ConfirmDialog
      opened
      danger={kind === 'cancel' || kind === 'withdraw' || kind === 'decline'}
      title={texts.title}
      text={texts.text}
      confirm={texts.action}
      cancel={t('common:cancel')}
      busy={decide.isPending}
      onConfirm={() => decide.mutate({ id: purchase.id, key, reason })}
      onClose={onClose}
    >
      {kind === 'decline' ? (
        <Textarea
          label={t('decline.reason')}
          autosize
          minRows={2}
          maxLength={limits.comment_chars_max}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      ) : null}
    </ConfirmDialog>
  )
}
