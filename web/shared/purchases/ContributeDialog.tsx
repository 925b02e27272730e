import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Person } from '#contract/schemas/users.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useConfig } from '#web/shared/config.ts'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { NumberField } from '#web/shared/forms/NumberField.tsx'
import { TaxNoteText } from '#web/shared/tax/TaxNoteText.tsx'
import { useTaxNote } from '#web/shared/tax/use-tax-note.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { formatNumber } from '#web/lib/format.ts'
import { type Translate, useTranslation } from '#web/lib/translate.ts'
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

/** Returns the message of an invalid contribution; null for a valid contribution. */
function amountProblemText(
  t: Translate,
  amount: number,
  missing: number,
  balance: number,
): string | null {
  if (!(amount >= 1)) return t('errors:price_too_low')
  if (amount > missing) return t('errors:price_too_high', { price: formatNumber(missing) })
  return amount > balance ? t('contribute.beyond', { count: balance }) : null
}

/** Returns the new price of a refusal with the code `price_changed`. */
function changedPriceOf(error: unknown): number | undefined {
  if (!(error instanceof ApiCallError)) return undefined
  const price = error.errors.find(({ code }) => code === 'price_changed')?.params?.['price']
  return price === undefined ? undefined : Number(price)
}

/** The state of the form: input and validation, and the submission. */
function useContributionForm(teamReward: TeamReward, onClose: () => void) {
  const { t } = useTranslation('shop')
  const { balance } = useConfig().user
  // The refusal names a changed price before the shop is refetched.
  const [changedPrice, setChangedPrice] = useState<number | null>(null)
  // The Idempotency-Key: a retry after a lost answer contributes once. A refusal does not use it
  // up.
  const [key] = useState(() => crypto.randomUUID())
  // The purchase shown when the amount was chosen. If others complete it first, the form warns
  // before it contributes to a new purchase.
  const [chosenFor, setChosenFor] = useState(teamReward.purchase_id)
  const price = changedPrice ?? teamReward.price
  const missing = Math.max(price - teamReward.contributed, 0)
  const form = useServerForm({
    initialValues: { amount: '', comment: '' },
    fieldNames: ['comment', 'amount'],
    validate: {
      amount: (typed) => amountProblemText(t, parseWholeNumber(typed) ?? 0, missing, balance),
      comment: (typed) =>
        teamReward.comment_required && !typed.trim() ? t('errors:comment_required') : null,
    },
  })
  const amount = parseWholeNumber(form.values.amount) ?? 0
  const choose = (typed: string) => {
    form.setFieldValue('amount', typed)
    setChosenFor(teamReward.purchase_id)
  }
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
      form.showRefusal(error)
      const newPrice = changedPriceOf(error)
      if (newPrice !== undefined) setChangedPrice(newPrice)
      if (error instanceof ApiCallError && error.has('conflict')) setChosenFor(null)
    },
  })
  const submit = form.submitTo(({ comment }) => {
    if (chosenFor !== null && chosenFor !== teamReward.purchase_id) {
      setChosenFor(null)
      return form.showProblem(t('errors:conflict'))
    }
    redeem.mutate({
      id: teamReward.reward_id,
      comment: comment.trim(),
      price,
      amount,
      key,
      ...(teamReward.purchase_id === null ? {} : { purchase_id: teamReward.purchase_id }),
    })
  })
  return { form, balance, amount, price, missing, isSending: redeem.isPending, choose, submit }
}

function ContributionButtons({
  missing,
  balance,
  amount,
  onChoose,
}: {
  missing: number
  balance: number
  amount: number
  onChoose: (typed: string) => void
}) {
  const { t } = useTranslation('shop')
  return (
    <div className={css['picks']}>
      {suggestedContributions(missing, balance).map((pick) => (
        <button
          key={pick.key}
          type="button"
          className={css['pick']}
          aria-pressed={amount === pick.amount}
          onClick={() => onChoose(String(pick.amount))}
        >
          {t(`contribute.${pick.key}`)} <b>{formatNumber(pick.amount)}</b>
        </button>
      ))}
    </div>
  )
}

function BalancePreview({ balance, left }: { balance: number; left: number }) {
  const { t } = useTranslation('rewards')
  return (
    <dl className={rewardsCss['sum']} style={{ margin: 0 }}>
      <div>
        <dt>{t('redeem.have')}</dt>
        <dd>{formatNumber(balance)}</dd>
      </div>
      <div>
        <dt>{t('redeem.left')}</dt>
        <dd>{formatNumber(left)}</dd>
      </div>
    </dl>
  )
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
  const { form, balance, amount, price, missing, isSending, choose, submit } = useContributionForm(
    teamReward,
    onClose,
  )
  const taxNote = useTaxNote(teamReward.reward_id)
  const { problems } = form
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
        <GeneralProblem text={problems.general} />
        <NumberField
          label={t('contribute.amount')}
          required
          {...form.getInputProps('amount')}
          data-autofocus
          onChange={choose}
        />
        <ContributionButtons
          missing={missing}
          balance={balance}
          amount={amount}
          onChoose={choose}
        />
        <div>
          <BalancePreview balance={balance} left={balance - (amount || 0)} />
          <TaxNoteText {...taxNote} />
        </div>
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
          {...form.getInputProps('comment')}
        />
        <FormActions
          action={t('contribute.action')}
          busy={isSending}
          ready={!taxNote.isLoading}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}
