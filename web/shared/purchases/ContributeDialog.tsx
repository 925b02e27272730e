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
import sum from '#web/shared/rewards/rewards.module.css'

/**
 * A team reward as one puts points towards it, from the shop or from a purchase that is filling up.
 */
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
 * Amounts that one is likely to want: what one has, half of what is missing, all of it; each once,
 * none beyond the balance.
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
 * Asks how much one puts in, and shows what the team has with it. A refusal keeps what was typed
 * and says why.
 */
export function ContributeDialog({ pot, onClose }: { pot: TeamReward; onClose: () => void }) {
  const { t } = useTranslation('shop')
  const {
    user: { balance },
  } = useConfig()
  const [typed, setTyped] = useState('')
  const [comment, setComment] = useState('')
  const [problems, setProblems] = useState(noFormErrors)
  // A new price is known from the refusal before the shop has been asked anew.
  const [told, setTold] = useState<number | null>(null)
  // One key for one intention: pressing again after a lost answer puts it in once. A refusal does
  // not burn it.
  const [key] = useState(() => crypto.randomUUID())
  // The pot that the amount was chosen for. Others may fill it before it is sent, and a new one
  // stands here: that is said first.
  const [chosenFor, setChosenFor] = useState(pot.purchase_id)
  const choose = (text: string) => {
    setTyped(text)
    setChosenFor(pot.purchase_id)
  }
  const price = told ?? pot.price
  const missing = Math.max(price - pot.contributed, 0)
  const amount = parseWholeNumber(typed) ?? 0
  const redeem = useRedeem({
    onSuccess: (purchase) => {
      notifySuccess(
        purchase.status === 'purchased'
          ? t('contribute.filled', { title: pot.title })
          : t('contribute.done', { count: amount }),
      )
      onClose()
    },
    onError: (error) => {
      setProblems(toFormErrors(t, error, ['comment', 'amount']))
      const changed =
        error instanceof ApiCallError
          ? error.errors.find((one) => one.code === 'price_changed')?.params?.['price']
          : undefined
      if (changed !== undefined) setTold(Number(changed))
      if (error instanceof ApiCallError && error.errors.some((one) => one.code === 'conflict'))
        setChosenFor(null)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setProblems(noFormErrors)
    const wrong = {
      ...(!(amount >= 1)
        ? { amount: t('errors:price_too_low') }
        : amount > missing
          ? { amount: t('errors:price_too_high', { price: formatNumber(missing) }) }
          : amount > balance
            ? { amount: t('contribute.beyond', { count: balance }) }
            : {}),
      ...(pot.comment_required && !comment.trim() ? { comment: t('errors:comment_required') } : {}),
    }
    if (Object.keys(wrong).length) return setProblems({ fields: wrong, general: null })
    if (chosenFor !== null && chosenFor !== pot.purchase_id) {
      setChosenFor(null)
      return setProblems({ fields: {}, general: t('errors:conflict') })
    }
    redeem.mutate({
      id: pot.reward_id,
      comment: comment.trim(),
      price,
      amount,
      key,
      ...(pot.purchase_id === null ? {} : { purchase_id: pot.purchase_id }),
    })
  }
  return (
    <Dialog
      onClose={onClose}
      title={t('contribute.title', { title: pot.title })}
      close={t('common:close')}
    >
      <Form problems={problems} onSubmit={submit} className={css['stack']}>
        {/* An amount that is refused does not fill anything. */}
        <TeamRewardProgress
          price={price}
          contributed={pot.contributed}
          mine={amount <= Math.min(missing, balance) ? amount : 0}
          live
        />
        <ContributorList people={pot.contributors} deadline={pot.deadline} />
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
        <dl className={sum['sum']} style={{ margin: 0 }}>
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
            pot.comment_required
              ? t('rewards:redeem.comment')
              : t('rewards:redeem.comment_optional')
          }
          required={pot.comment_required}
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
