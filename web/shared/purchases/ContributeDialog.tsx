import { Alert, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Person } from '#contract/schemas/users.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { useConfig } from '#web/shared/config.ts'
import { noFormErrors, toFormErrors, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { NumberField } from '#web/shared/forms/NumberField.tsx'
import { ApiCallError } from '#web/lib/client.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useRedeem } from './purchases.api.ts'
import { ContributorList, TeamRewardProgress } from './TeamRewardProgress.tsx'
import css from './contribute-dialog.module.css'
import rewardsCss from '#web/shared/rewards/rewards.module.css'

/** The fields of a team reward for a contribution, from the shop or from a pending purchase. */
export type TeamReward = {
  reward_id: string
  purchase_id: string | null
  title: string
  price: number
  contributed: number
  contributors: Person[]
  deadline: string | null
  comment_required: boolean
}

/**
 * Returns suggested contributions: the balance, half of the missing points, all of them; no
 * duplicates, none above the balance.
 */
function suggestedContributions(
  missing: number,
  balance: number,
): { key: 'have' | 'half' | 'all'; amount: number }[] {
  const wanted = [
    { key: 'all' as const, amount: missing },
    { key: 'half' as const, amount: Math.ceil(missing / 2) },
    { key: 'have' as const, amount: Math.min(balance, missing) },
  ]
  return wanted
    .filter(
      (pick, index) =>
        pick.amount >= 1 &&
        pick.amount <= balance &&
        wanted.findIndex((other) => other.amount === pick.amount) === index,
    )
    .toReversed()
}

/**
 * Asks for a contribution and previews the progress. A refusal keeps the input and shows the
 * reason.
 */
export function ContributeDialog({
  teamReward,
  onClose,
}: {
  teamReward: TeamReward
  onClose: () => void
}) {
  const { t } = useTranslation('shop')
  const {
    user: { balance },
  } = useConfig()
  const [typed, setTyped] = useState('')
  const [comment, setComment] = useState('')
  const [problems, setProblems] = useState(noFormErrors)
  // The refusal names a changed price before the shop is refetched.
  const [changedPrice, setChangedPrice] = useState<number | null>(null)
  // The Idempotency-Key: a retry after a lost answer contributes once. A refusal does not use it
  // up.
  const [key] = useState(() => crypto.randomUUID())
  // The purchase shown when the amount was chosen. If others complete it first, the form warns
  // before it contributes to a new purchase.
  const [chosenFor, setChosenFor] = useState(teamReward.purchase_id)
  const choose = (text: string) => {
    setTyped(text)
    setChosenFor(teamReward.purchase_id)
  }
  const price = changedPrice ?? teamReward.price
  const missing = Math.max(price - teamReward.contributed, 0)
  const amount = parseWholeNumber(typed) ?? 0
  const redeem = useRedeem({
    onSuccess: (purchase) => {
      notifySuccess(
        purchase.status === 'purchased'
          ? t('contribute.filled', { title: teamReward.title })
          : t('contribute.done', { count: amount }),
      )
      onClose()
    },
    onError: (error) => {
      setProblems(toFormErrors(t, error, ['comment', 'amount']))
      const newPrice =
        error instanceof ApiCallError
          ? error.errors.find((one) => one.code === 'price_changed')?.params?.['price']
          : undefined
      if (newPrice !== undefined) setChangedPrice(Number(newPrice))
      if (error instanceof ApiCallError && error.errors.some((one) => one.code === 'conflict'))
        setChosenFor(null)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems(noFormErrors)
    const fieldErrors = {
      ...(!(amount >= 1)
        ? { amount: t('errors:price_too_low') }
        : amount > missing
          ? { amount: t('errors:price_too_high', { price: formatNumber(missing) }) }
          : amount > balance
            ? { amount: t('contribute.beyond', { count: balance }) }
            : {}),
      ...(teamReward.comment_required && !comment.trim()
        ? { comment: t('errors:comment_required') }
        : {}),
    }
    if (Object.keys(fieldErrors).length) return setProblems({ fields: fieldErrors, general: null })
    if (chosenFor !== null && chosenFor !== teamReward.purchase_id) {
      setChosenFor(null)
      return setProblems({ fields: {}, general: t('errors:conflict') })
    }
    redeem.mutate({
      id: teamReward.reward_id,
      comment: comment.trim(),
      price,
      amount,
      key,
      ...(teamReward.purchase_id === null ? {} : { purchase_id: teamReward.purchase_id }),
    })
  }
  return (
    <Dialog
      onClose={onClose}
      title={t('contribute.title', { title: teamReward.title })}
      close={t('common:close')}
    >
      <Form problems={problems} onSubmit={submit} className={css['stack']}>
        {/* The preview ignores an invalid amount. */}
        <TeamRewardProgress
          price={price}
          contributed={teamReward.contributed}
          mine={amount <= Math.min(missing, balance) ? amount : 0}
          live
        />
        <ContributorList people={teamReward.contributors} deadline={teamReward.deadline} />
        {problems.general ? (
          <Alert color="red" role="alert">
            {problems.general}
          </Alert>
        ) : null}
        <NumberField
          label={t('contribute.amount')}
          required
          value={typed}
          error={problems.fields['amount']}
          data-autofocus
          onChange={choose}
        />
        <div className={css['picks']}>
          {suggestedContributions(missing, balance).map((pick) => (
            <button
              key={pick.key}
              type="button"
              className={css['pick']}
              aria-pressed={amount === pick.amount}
              onClick={() => choose(String(pick.amount))}
            >
              {t(`contribute.${pick.key}`)} <b>{formatNumber(pick.amount)}</b>
            </button>
          ))}
        </div>
        <dl className={rewardsCss['sum']} style={{ margin: 0 }}>
          <div>
            <dt>{t('rewards:redeem.have')}</dt>
            <dd>{formatNumber(balance)}</dd>
          </div>
          <div>
            <dt>{t('rewards:redeem.left')}</dt>
            <dd>{formatNumber(balance - (amount || 0))}</dd>
          </div>
        </dl>
        <Textarea
          label={
            teamReward.comment_required
              ? t('rewards:redeem.comment')
              : t('rewards:redeem.comment_optional')
          }
          required={teamReward.comment_required}
          autosize
          minRows={2}
          maxLength={limits.comment_chars_max}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          error={problems.fields['comment']}
        />
        <FormActions action={t('contribute.action')} busy={redeem.isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
