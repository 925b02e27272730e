import type { Purchase } from '#contract/schemas/rewards.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifySuccess, notifyError } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { type DecisionKind, useDecidePurchase } from './purchases.api.ts'

type DecisionRequest = { kind: DecisionKind; purchase: Purchase; key: string }

/** Returns title, text and button of the confirmation. */
function useDecisionTexts(
  kind: DecisionKind,
  { title, price, contributed, contributions }: Purchase,
): { title: string; text: string; action: string } {
  const { t } = useTranslation('rewards')
  const { user } = useConfig()
  const ownContribution = contributions
    .filter((part) => part.user_id === user.id && part.status === 'pending')
    .reduce((sum, part) => sum + part.amount, 0)
  const textParams = { title }
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
    force: {
      title: t('shop:force.title', textParams),
      text: t('shop:force.text', { count: price - contributed }),
      action: t('shop:force.action'),
    },
  }[kind]
}

/** Asks for confirmation before a decision on a purchase. `onDone` follows a success. */
export function PurchaseDecisionDialog({
  request: { kind, purchase, key },
  onClose,
  onDone = onClose,
}: {
  request: DecisionRequest
  onClose: () => void
  onDone?: () => void
}) {
  const { t } = useTranslation('rewards')
  const decide = useDecidePurchase(kind, {
    onSuccess: () => {
      notifySuccess(kind === 'cancel' ? t('cancel.done') : t(`shop:${kind}.done`))
      onDone()
    },
    onError: (error) => {
      notifyError(t, error)
      onClose()
    },
  })
  const texts = useDecisionTexts(kind, purchase)
  return (
    <ConfirmDialog
      opened
      danger={kind === 'cancel' || kind === 'withdraw'}
      title={texts.title}
      text={texts.text}
      confirm={texts.action}
      cancel={t('common:cancel')}
      busy={decide.isPending}
      onConfirm={() => decide.mutate({ id: purchase.id, key })}
      onClose={onClose}
    />
  )
}
