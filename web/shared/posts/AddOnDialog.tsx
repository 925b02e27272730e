import { Alert, Textarea } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Post } from '#contract/schemas/posts.ts'
import { useConfig } from '#web/shared/config.ts'
import { noFormErrors, toFormErrors } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { usePersonName } from '#web/shared/person-name.ts'
import { AmountPicker } from '#web/shared/points/AmountPicker.tsx'
import { type Amount, suggestedAmounts, calculatePostCost } from '#web/shared/points/post-cost.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { useCreateAddOn } from './comments.api.ts'
import css from './comments.module.css'

const defaultAmount = 5
const namedRecipientsMax = 5

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
  const { allowance, user, settings } = useConfig()
  const name = usePersonName()
  const people = post.to.filter(({ id, state }) => id !== user.id && state === 'accepted')
  const { score_remaining: left, limit_per_post: most } = allowance
  const [amount, setAmount] = useState<Amount>({ score: null, typed: '' })
  const { score, cost, bound, problem } = calculatePostCost(
    { ...amount, usual: defaultAmount, people: people.length },
    allowance,
  )
  const id = useId()
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const fieldErrors: Record<string, string> = {
      ...(problem && amountError ? { score: amountError } : {}),
      ...(text.trim().length > limits.comment_chars_max
        ? { text: t('errors:message_too_long') }
        : {}),
    }
    setProblems({ fields: fieldErrors, general: null })
    if (!problem && !Object.keys(fieldErrors).length) add.mutate({ score, text: text.trim(), key })
  }
  const count = people.length
  const amountError =
    problem === 'whole'
      ? t('composer.whole')
      : problem === 'each'
        ? t('errors:out_of_range', { start: 1, finish: formatNumber(most ?? limits.score_max) })
        : problem === 'left' && left
          ? t('errors:over_limit_left', { left: formatNumber(left) })
          : problems.fields['score']
  return (
    <Dialog onClose={onClose} title={t('add_on.title')} close={t('common:close')}>
      <Form problems={problems} onSubmit={submit} className={css['form']}>
        <div className={css['people']}>
          <p>{t('add_on.text', { name: name(post.from) })}</p>
          <ul>
            {people.slice(0, namedRecipientsMax).map((person) => (
              <li key={person.id}>
                <UserAvatar user={person} size={24} />
                {person.name}
              </li>
            ))}
            {people.length > namedRecipientsMax ? (
              <li>{t('dates.more', { count: people.length - namedRecipientsMax })}</li>
            ) : null}
          </ul>
        </div>
        {problems.general ? (
          <Alert color="red" role="alert">
            {problems.general}
          </Alert>
        ) : null}
        <div>
          <AmountPicker
            score={score}
            typed={amount.typed}
            amounts={suggestedAmounts(allowance)}
            maxAmount={bound}
            error={amountError ? id : undefined}
            onChange={(next) => applyChange(() => setAmount(next))}
          />
          {amountError ? (
            <span id={id} className={css['problem']} role="alert">
              {amountError}
            </span>
          ) : null}
        </div>
        <Textarea
          label={t('add_on.say')}
          autosize
          minRows={2}
          maxRows={8}
          value={text}
          error={problems.fields['text']}
          onChange={(event) => {
            const { value } = event.currentTarget
            applyChange(() => setText(value))
          }}
        />
        <p className={css['cost']} aria-live="polite">
          {problem === 'whole'
            ? null
            : allowance.limit === 0
              ? t('composer.no_limit')
              : left === 0
                ? t('add_on.nothing_left', {
                    date: formatDate(allowance.renews_at, settings.timezone),
                  })
                : left === null
                  ? t('add_on.cost_free', {
                      count,
                      score: formatNumber(score),
                      cost: formatNumber(cost),
                    })
                  : t('add_on.cost', {
                      count,
                      score: formatNumber(score),
                      cost: formatNumber(cost),
                      left: formatNumber(left),
                    })}
        </p>
        <FormActions action={t('add_on.action')} busy={add.isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
