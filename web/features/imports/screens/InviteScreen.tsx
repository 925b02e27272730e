import { Alert, Button, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconCopy } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { toFormErrors } from '#web/shared/errors/error-messages.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'
import { tabClass, Tabs } from '#web/ui/Tabs.tsx'
import { type ParsedAddress, parseAddresses } from '../components/parse-addresses.ts'
import css from '../components/imports.module.css'
import { InviteResults } from '../components/InviteResults.tsx'
import { callAndInvalidate } from '#web/shared/use-call.ts'

type InviteResult = OutputOf<'users.create'>[number]
const chipsMax = 200
const icons = { invalid: IconAlertTriangle, twice: IconCopy } as const

/** The recognised addresses as chips. Problems have an icon and a word, not only a colour. */
function AddressChips({ addresses }: { addresses: ParsedAddress[] }) {
  const { t } = useTranslation('imports')
  const hiddenCount = addresses.length - chipsMax
  return (
    <>
      <ul className={css['chips']} aria-label={t('bulk.recognised')}>
        {addresses.slice(0, chipsMax).map(({ text, state }, index) => {
          const Icon = state === 'valid' ? null : icons[state]
          return (
            <li key={index} className={css['chip']} data-state={state}>
              {Icon ? <Icon size={14} aria-hidden="true" /> : null}
              <span>{text}</span>
              {state === 'valid' ? null : <small>{t(`bulk.${state}`)}</small>}
            </li>
          )
        })}
      </ul>
      {hiddenCount > 0 ? (
        <p className={css['quiet']}>
          {t('bulk.more', { count: hiddenCount, n: formatNumber(hiddenCount) })}
        </p>
      ) : null}
    </>
  )
}

/** The state of the bulk invite: the text, its addresses, and the results so far. */
function useBulkInvite() {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [results, setResults] = useState<InviteResult[]>([])
  const deferredText = useDeferredValue(typed)
  const addresses = useMemo(() => parseAddresses(deferredText), [deferredText])
  const count = (state: ParsedAddress['state']) =>
    addresses.filter((address) => address.state === state).length
  const [valid, invalid, twice] = [count('valid'), count('invalid'), count('twice')]
  const send = useMutation({
    mutationFn: async (emails: string[]) => {
      for (let from = 0; from < emails.length; from += limits.invites_per_call_max) {
        const batch = emails.slice(from, from + limits.invites_per_call_max)
        const batchResults = await callAndInvalidate(client, 'users.create', {
          body: { users: batch.map((email) => ({ email })) },
        })
        setResults((old) => [...old, ...batchResults])
        // Sent addresses leave the field at once: after an error only the rest is sent again.
        setTyped(emails.slice(from + batch.length).join('\n'))
      }
    },
  })
  const validEmails = addresses.flatMap(({ state, text }) => (state === 'valid' ? text : []))
  const isDone = results.length > 0 && send.isSuccess
  const reset = () => {
    setResults([])
    send.reset()
  }
  return {
    typed,
    setTyped,
    results,
    send,
    addresses,
    valid,
    invalid,
    twice,
    validEmails,
    isDone,
    reset,
  }
}
type BulkInvite = ReturnType<typeof useBulkInvite>

/** The counts of valid, invalid and duplicate addresses. */
function AddressTally({ invite: { addresses, valid, invalid, twice } }: { invite: BulkInvite }) {
  const { t } = useTranslation('imports')
  return (
    <p className={css['tally']} role="status">
      {addresses.length
        ? [
            t('bulk.valid', { count: valid, n: formatNumber(valid) }),
            invalid ? t('bulk.invalid_count', { count: invalid, n: formatNumber(invalid) }) : '',
            twice ? t('bulk.twice_count', { count: twice, n: formatNumber(twice) }) : '',
          ]
            .filter(Boolean)
            .join(' · ')
        : t('bulk.nothing')}
    </p>
  )
}

function BulkInviteForm({ invite }: { invite: BulkInvite }) {
  const { t } = useTranslation('imports')
  const { typed, setTyped, results, send, addresses, valid, invalid, twice, validEmails } = invite
  return (
    <Card>
      <Textarea
        label={t('bulk.label')}
        description={t('bulk.hint')}
        inputWrapperOrder={['label', 'description', 'input', 'error']}
        autosize
        minRows={5}
        maxRows={14}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        disabled={send.isPending}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {send.isError ? (
        <Alert color="red" mt="md" role="alert">
          {toFormErrors(t, send.error, []).general}
          {results.length
            ? ` ${t('bulk.partly', { count: results.length, n: formatNumber(results.length) })}`
            : ''}
        </Alert>
      ) : null}
      <AddressTally invite={invite} />
      {addresses.length ? <AddressChips addresses={addresses} /> : null}
      <div className={css['actions']}>
        {invalid + twice && valid ? (
          <Button
            variant="default"
            disabled={send.isPending}
            onClick={() => setTyped(validEmails.join('\n'))}
          >
            {t('bulk.clean')}
          </Button>
        ) : (
          <span />
        )}
        <Button disabled={!valid} loading={send.isPending} onClick={() => send.mutate(validEmails)}>
          {valid ? t('confirm.send', { count: valid, n: formatNumber(valid) }) : t('bulk.send')}
        </Button>
      </div>
      <p className={css['quiet']}>
        {t('bulk.import_hint')} <Link to="/settings/team/import">{t('title')}</Link>
      </p>
    </Card>
  )
}

function PasteTab() {
  const invite = useBulkInvite()
  return invite.isDone ? (
    <InviteResults results={invite.results} onMore={invite.reset} />
  ) : (
    <BulkInviteForm invite={invite} />
  )
}

function FileTab() {
  const { t } = useTranslation('imports')
  return (
    <Card>
      <p>{t('upload.what')}</p>
      <Button component={Link} to="/settings/team/import">
        {t('title')}
      </Button>
    </Card>
  )
}

const tabs = [
  { key: 'paste', search: {} },
  { key: 'file', search: { tab: 'file' } },
] as const

/** /settings/team/invite: the ways to invite many people, by pasted addresses or by a file. */
export function InviteScreen() {
  const { t } = useTranslation('imports')
  const { tab = 'paste' } = useSearch({ from: '/shell/settings/team/invite' })
  usePageTitle(`${t(`invite.${tab}`)} · ${t('invite.title')}`)
  return (
    <Page
      title={t('invite.title')}
      narrow
      back={
        <Link to="/settings/team" className={backClass}>
          <BackArrow />
          {t('back')}
        </Link>
      }
    >
      <Tabs label={t('invite.title')}>
        {tabs.map(({ key, search }) => (
          <Link
            key={key}
            to="/settings/team/invite"
            search={search}
            activeOptions={{ exact: true }}
            className={tabClass}
          >
            {t(`invite.${key}`)}
          </Link>
        ))}
      </Tabs>
      {tab === 'paste' ? <PasteTab /> : <FileTab />}
    </Page>
  )
}
