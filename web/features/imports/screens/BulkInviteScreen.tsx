import { Alert, Button, Textarea } from '@mantine/core'
import { IconAlertTriangle, IconCopy } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { toFormErrors } from '#web/shared/errors/error-messages.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { call } from '#web/lib/client.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'
import { type ParsedAddress, parseAddresses } from '../components/parse-addresses.ts'
import css from '../components/imports.module.css'
import { InviteResults } from '../components/InviteResults.tsx'
import { invalidateTeamQueries } from '../api/queries.ts'

type InviteResult = OutputOf<'users.create'>[number]
const chipsMax = 200
const icons = { invalid: IconAlertTriangle, twice: IconCopy } as const

/**
 * What was recognised so far: each address a chip, the doubtful ones marked by picture and word,
 * not by colour alone.
 */
function AddressChips({ addresses }: { addresses: ParsedAddress[] }) {
  const { t } = useTranslation('imports')
  const rest = addresses.length - chipsMax
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
      {rest > 0 ? (
        <p className={css['quiet']}>{t('bulk.more', { count: rest, n: formatNumber(rest) })}</p>
      ) : null}
    </>
  )
}

/** /settings/team/bulk-upload: paste addresses, see what is wrong with them, invite the rest. */
export function BulkInviteScreen() {
  const { t } = useTranslation('imports')
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [outcomes, setOutcomes] = useState<InviteResult[]>([])
  usePageTitle(t('bulk.title'))
  const read = useDeferredValue(typed)
  const addresses = useMemo(() => parseAddresses(read), [read])
  const count = (state: ParsedAddress['state']) =>
    addresses.filter((one) => one.state === state).length
  const [valid, invalid, twice] = [count('valid'), count('invalid'), count('twice')]
  const send = useMutation({
    mutationFn: async (emails: string[]) => {
      for (let from = 0; from < emails.length; from += limits.invites_per_call_max) {
        const part = emails.slice(from, from + limits.invites_per_call_max)
        const done = await call('users.create', {
          body: { users: part.map((email) => ({ email })) },
        })
        setOutcomes((old) => [...old, ...done])
        // What has gone out leaves the field at once: if the line breaks, only the rest is sent
        // again.
        setTyped(emails.slice(from + part.length).join('\n'))
      }
    },
    onSettled: () => invalidateTeamQueries(client),
  })
  const ready = addresses.filter((one) => one.state === 'valid').map((one) => one.text)
  const over = outcomes.length > 0 && send.isSuccess
  return (
    <Page
      title={t('bulk.title')}
      narrow
      back={
        <Link to="/settings/team" className={backClass}>
          <BackArrow />
          {t('back')}
        </Link>
      }
    >
      {over ? (
        <InviteResults
          outcomes={outcomes}
          onMore={() => {
            setOutcomes([])
            send.reset()
          }}
        />
      ) : (
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
              {outcomes.length
                ? ` ${t('bulk.partly', { count: outcomes.length, n: formatNumber(outcomes.length) })}`
                : ''}
            </Alert>
          ) : null}
          <p className={css['tally']} role="status">
            {addresses.length
              ? [
                  t('bulk.valid', { count: valid, n: formatNumber(valid) }),
                  invalid
                    ? t('bulk.invalid_count', { count: invalid, n: formatNumber(invalid) })
                    : '',
                  twice ? t('bulk.twice_count', { count: twice, n: formatNumber(twice) }) : '',
                ]
                  .filter(Boolean)
                  .join(' · ')
              : t('bulk.nothing')}
          </p>
          {addresses.length ? <AddressChips addresses={addresses} /> : null}
          <div className={css['actions']}>
            {invalid + twice && valid ? (
              <Button
                variant="default"
                disabled={send.isPending}
                onClick={() => setTyped(ready.join('\n'))}
              >
                {t('bulk.clean')}
              </Button>
            ) : (
              <span />
            )}
            <Button disabled={!valid} loading={send.isPending} onClick={() => send.mutate(ready)}>
              {valid ? t('confirm.send', { count: valid, n: formatNumber(valid) }) : t('bulk.send')}
            </Button>
          </div>
          <p className={css['quiet']}>
            {t('bulk.import_hint')} <Link to="/settings/team/import">{t('title')}</Link>
          </p>
        </Card>
      )}
    </Page>
  )
}
