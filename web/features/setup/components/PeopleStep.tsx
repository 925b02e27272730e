import { Button, Checkbox, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ErrorCode } from '#contract/errors.ts'
import { useConfig } from '#web/shared/config.ts'
import { errorText, toFormErrors } from '#web/shared/errors/error-messages.ts'
import { AddressList } from '#web/shared/invites/AddressList.tsx'
import { type PastedInvites, usePastedInvites } from '#web/shared/invites/use-pasted-invites.ts'
import { callAndInvalidate } from '#web/shared/use-call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './setup.module.css'
import { StepFoot } from './StepFoot.tsx'

/** The invited addresses, and the reasons for the refused ones. */
function Invited({ results }: Pick<PastedInvites, 'results'>) {
  const { t } = useTranslation('setup')
  const invited = results.filter(({ outcome }) => outcome === 'invited').length
  const refused = results.filter(({ outcome }) => outcome === 'refused')
  return (
    <>
      <p role="status" className={css['invited']}>
        {t('people.invited', { count: invited })}
      </p>
      {refused.length ? (
        <ul className={css['refused']}>
          {refused.map(({ email, code }) => (
            <li key={email}>
              <b>{email}</b> {code ? errorText(t, { code: code as ErrorCode }) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

/** The addresses, which keep those that are invalid after the others were invited. */
function AddressesField({ invites }: { invites: PastedInvites }) {
  const { t } = useTranslation('setup')
  const { addresses, counts, hasUnsent, send, typed, setTyped } = invites
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (hasUnsent) field.current?.focus()
  }, [hasUnsent])
  return (
    <>
      <Textarea
        ref={field}
        label={t('people.label')}
        description={t('people.hint')}
        inputWrapperOrder={['label', 'description', 'input', 'error']}
        autosize
        minRows={4}
        maxRows={10}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        error={
          hasUnsent && counts.invalid ? t('people.not_invited', { count: counts.invalid }) : null
        }
        disabled={send.isPending}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {addresses.length ? <AddressList addresses={addresses} /> : null}
    </>
  )
}

/** Returns the function that sends the invitations, after the sample people are removed. */
function useInvite({ send, validEmails }: PastedInvites, removesSamples: boolean) {
  const { t } = useTranslation('setup')
  const client = useQueryClient()
  const [removal, setRemoval] = useState<{ isPending: boolean; problem: string | null }>({
    isPending: false,
    problem: null,
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (removesSamples) {
      setRemoval({ isPending: true, problem: null })
      try {
        await callAndInvalidate(client, 'workspace.reset_demo_data')
        setRemoval({ isPending: false, problem: null })
      } catch (error) {
        setRemoval({ isPending: false, problem: toFormErrors(t, error, []).general })
        return
      }
    }
    send.mutate(validEmails)
  }
  return {
    submit,
    isPending: send.isPending || removal.isPending,
    problem: removal.problem ?? (send.isError ? toFormErrors(t, send.error, []).general : null),
  }
}

/** Step 4: the first colleagues. The sample people are removed before the invitations. */
export function PeopleStep() {
  const { t } = useTranslation('setup')
  const { demo_data: hasSamples } = useConfig()
  const [removesSamples, setRemovesSamples] = useState(true)
  const invites = usePastedInvites()
  const { results, isDone, hasUnsent, validEmails } = invites
  const { submit, isPending, problem } = useInvite(invites, hasSamples && removesSamples)
  if (isDone && !hasUnsent)
    return (
      <>
        <Invited results={results} />
        <Button component={Link} to="/feed" size="md" fullWidth>
          {t('people.feed')}
        </Button>
      </>
    )
  return (
    <form onSubmit={(event) => void submit(event)}>
      {results.length ? <Invited results={results} /> : null}
      <AddressesField invites={invites} />
      {hasSamples ? (
        <Checkbox
          mt="md"
          label={t('people.remove_samples')}
          checked={removesSamples}
          onChange={(event) => setRemovesSamples(event.currentTarget.checked)}
        />
      ) : null}
      <StepFoot
        step="people"
        action={
          validEmails.length
            ? t('people.send', { count: validEmails.length, n: formatNumber(validEmails.length) })
            : t('people.send_none')
        }
        busy={isPending}
        disabled={!validEmails.length}
        problem={problem}
      />
      <p className={css['other']}>
        <Link to="/settings/team/import">{t('people.file')}</Link>
        <Link to="/settings/team/invite" search={{ tab: 'link' }}>
          {t('people.link')}
        </Link>
      </p>
    </form>
  )
}
