import { Textarea } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Post } from '#contract/schemas/posts.ts'
import type { Person } from '#contract/schemas/users.ts'
import { useConfig } from '#web/shared/config.ts'
import { noFormErrors, toFormErrors } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { usePersonName } from '#web/shared/person-name.ts'
import { AmountPicker } from '#web/shared/points/AmountPicker.tsx'
import {
  type Allowance,
  type Amount,
  type AmountProblem,
  suggestedAmounts,
  calculatePostCost,
} from '#web/shared/points/post-cost.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { type Translate, useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { useCreateAddOn } from './comments.api.ts'
import css from './comments.module.css'
import { type PostAuthor, usePostAuthor } from './use-post-author.ts'

const defaultAmount = 5
const namedRecipientsMax = 5

/** Returns the message of an invalid amount; null without one. */
function amountProblemText(
  t: Translate,
  problem: AmountProblem,
  { score_remaining: left, limit_per_post: most }: Allowance,
): string | null {
  if (problem === 'whole') return t('composer.whole')
  if (problem === 'each')
    return t('errors:out_of_range', { start: 1, finish: formatNumber(most ?? limits.score_max) })
  return left ? t('errors:over_limit_left', { left: formatNumber(left) }) : null
}

/** `count`: all recipients, of which a large post has only the first. */
function RecipientList({
  from,
  people,
  count,
}: {
  from: PostAuthor
  people: Person[]
  count: number
}) {
  const { t } = useTranslation('feed')
  const name = usePersonName()
  const named = people.slice(0, namedRecipientsMax)
  return (
    <div className={css['people']}>
      <p>{t('comments:add_points.text', { name: name(from) })}</p>
      <ul>
        {named.map((person) => (
          <li key={person.id}>
            <UserAvatar user={person} size={24} />
            {person.name}
          </li>
        ))}
        {count > named.length ? <li>{t('dates.more', { count: count - named.length })}</li> : null}
      </ul>
    </div>
  )
}

/** Shows the cost of the add-on, or the reason why no points are left. */
function AddOnCost({ count, score, cost }: { count: number; score: number; cost: number }) {
  const { t } = useTranslation('feed')
  const { allowance, settings } = useConfig()
  const { limit, score_remaining: left, renews_at: renewsAt } = allowance
  if (limit === 0) return t('composer.no_limit')
  if (left === 0)
    return t('comments:add_points.nothing_left', { date: formatDate(renewsAt, settings.timezone) })
  const figures = { count, score: formatNumber(score), cost: formatNumber(cost) }
  return left === null
    ? t('comments:add_points.cost_free', figures)
    : t('comments:add_points.cost', { ...figures, left: formatNumber(left) })
}

/** The state of the form: input, cost and validation, and the submission. */
function useAddOnForm(post: Post, onDone: () => void) {
  const { t } = useTranslation('feed')
  const { allowance, user } = useConfig()
  const people = post.to.filter(({ id, state }) => id !== user.id && state === 'accepted')
  // A large post has only its first people.
  const count = people.length + post.to_count - post.to.length
  const [amount, setAmount] = useState<Amount>({ score: null, typed: '' })
  const cost = calculatePostCost({ ...amount, usual: defaultAmount, people: count }, allowance)
  const [text, setText] = useState('')
  const [problems, setProblems] = useState(noFormErrors)
  // The Idempotency-Key of the current input: a retry after a lost answer adds once. Changed input
  // gets a new key.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const add = useCreateAddOn(post, {
    onDone,
    onRefused: (error) => setProblems(toFormErrors(t, error, ['score', 'text'])),
  })
  const applyChange = (change: () => void) => {
    change()
    setProblems(noFormErrors)
    setKey(crypto.randomUUID())
  }
  const amountError =
    (cost.problem && amountProblemText(t, cost.problem, allowance)) ?? problems.fields['score']
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const fieldErrors: Record<string, string> = {
      ...(cost.problem && amountError ? { score: amountError } : {}),
      ...(text.trim().length > limits.comment_chars_max
        ? { text: t('errors:message_too_long') }
        : {}),
    }
    setProblems({ fields: fieldErrors, general: null })
    if (!cost.problem && !Object.keys(fieldErrors).length)
      add.mutate({ score: cost.score, text: text.trim(), key })
  }
  return {
    allowance,
    people,
    count,
    amount,
    cost,
    text,
    problems,
    amountError,
    isSending: add.isPending,
    onAmountChange: (next: Amount) => applyChange(() => setAmount(next)),
    onTextChange: (next: string) => applyChange(() => setText(next)),
    submit,
  }
}

/**
 * Asks for the points and the text of an add-on to a colleague's post. A refusal keeps the input
 * and shows the reason.
 */
export function AddOnDialog({
  post,
  onClose,
  onDone,
}: {
  post: Post
  onClose: () => void
  onDone: () => void
}) {
  const { t } = useTranslation('feed')
  const form = useAddOnForm(post, onDone)
  const authorOf = usePostAuthor()
  const { allowance, people, count, amount, cost, text, problems, amountError } = form
  const id = useId()
  return (
    <Dialog onClose={onClose} title={t('add_on.title')} close={t('common:close')}>
      <Form problems={problems} onSubmit={form.submit} className={css['form']}>
        <RecipientList from={authorOf(post)} people={people} count={count} />
        <GeneralProblem text={problems.general} />
        <div>
          <AmountPicker
            score={cost.score}
            typed={amount.typed}
            amounts={suggestedAmounts(allowance)}
            maxAmount={cost.bound}
            error={amountError ? id : undefined}
            onChange={form.onAmountChange}
          />
          {amountError ? (
            <span id={id} className={css['problem']} role="alert">
              {amountError}
            </span>
          ) : null}
        </div>
        <Textarea
          label={t('comments:add_points.say')}
          autosize
          minRows={2}
          maxRows={8}
          value={text}
          error={problems.fields['text']}
          onChange={(event) => form.onTextChange(event.currentTarget.value)}
        />
        <p className={css['cost']} aria-live="polite">
          {cost.problem === 'whole' ? null : (
            <AddOnCost count={count} score={cost.score} cost={cost.cost} />
          )}
        </p>
        <FormActions
          action={t('comments:add_points.action')}
          busy={form.isSending}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}
