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

/** Step 4: the first colleagues. The sample people are removed before the invitations. */
export function PeopleStep() {
  const { t } = useTranslation('setup')
  const client = useQueryClient()
  const { demo_data: hasSamples } = useConfig()
  const [removesSamples, setRemovesSamples] = useState(true)
  const [removal, setRemoval] = useState<{ isPending: boolean; problem: string | null }>({
    isPending: false,
    problem: null,
  })
  const invites = usePastedInvites()
  const { send, validEmails, hasUnsent } = invites
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (hasUnsent) field.current?.focus()
  }, [hasUnsent])
  if (invites.isDone && !hasUnsent)
    return (
      <>
        <Invited results={invites.results} />
        <Button component={Link} to="/feed" size="md" fullWidth>
          {t('people.feed')}
        </Button>
      </>
    )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (hasSamples && removesSamples) {
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
  return (
    <form onSubmit={(event) => void submit(event)}>
      {invites.results.length ? <Invited results={invites.results} /> : null}
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
        value={invites.typed}
        error={
          hasUnsent && invites.counts.invalid
            ? t('people.not_invited', { count: invites.counts.invalid })
            : null
        }
        disabled={send.isPending}
        onChange={(event) => invites.setTyped(event.currentTarget.value)}
      />
      {invites.addresses.length ? <AddressList addresses={invites.addresses} /> : null}
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
        busy={send.isPending || removal.isPending}
        disabled={!validEmails.length}
        problem={removal.problem ?? (send.isError ? toFormErrors(t, send.error, []).general : null)}
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
