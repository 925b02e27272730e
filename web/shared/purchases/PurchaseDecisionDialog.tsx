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

/** Asks before a purchase is canceled, left, handed out, bought by the company or declined. */
export function PurchaseDecisionDialog({
  asked: { kind, purchase, key },
  onClose,
}: {
  asked: DecisionRequest
  onClose: () => void
}) {
  const { t } = useTranslation('rewards')
  const { user } = useConfig()
  const name = usePersonName()
  const [reason, setReason] = useState('')
  const { id, title, price, contributed, contributions } = purchase
  const team = purchase.reward_type === 'team'
  const act = useDecidePurchase(kind, {
    onSuccess: () => {
      notifySuccess(done())
      onClose()
    },
    onError: (error) => {
      notifyError(t, error)
      onClose()
    },
  })
  const mine = contributions
    .filter((part) => part.user_id === user.id && part.status === 'pending')
    .reduce((sum, part) => sum + part.amount, 0)
  const buyer = contributions[0]?.user
  const words = { title, name: buyer ? name(buyer) : '' }
  const said = {
    cancel: {
      title: t('cancel.title', words),
      text: t('cancel.text', { count: price }),
      action: t('cancel.action'),
    },
    withdraw: {
      title: t('shop:withdraw.title', words),
      text: t('shop:withdraw.text', { count: mine }),
      action: t('shop:withdraw.action'),
    },
    fulfil: {
      title: t('fulfil.title', words),
      text: team ? t('shop:fulfil_team') : t('fulfil.text', words),
      action: t('fulfil.action'),
    },
    force: {
      title: t('shop:force.title', words),
      text: t('shop:force.text', { count: price - contributed }),
      action: t('shop:force.action'),
    },
    decline: {
      title: t('decline.title', words),
      text: team ? t('shop:decline_team') : t('decline.text', words),
      action: t('decline.action'),
    },
  }[kind]
  function done(): string {
    if (kind === 'withdraw' || kind === 'force') return t(`shop:${kind}.done`)
    return t(`${kind}.done`)
  }
  return (
    <ConfirmDialog
      opened
      danger={kind === 'cancel' || kind === 'withdraw' || kind === 'decline'}
      title={said.title}
      text={said.text}
      confirm={said.action}
      cancel={t('common:cancel')}
      busy={act.isPending}
      onConfirm={() => act.mutate({ id, key, reason })}
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
