import { Alert, Button, Textarea } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { toFormErrors } from '#web/shared/errors/error-messages.ts'
import { AddressList } from '#web/shared/invites/AddressList.tsx'
import { type PastedInvites, usePastedInvites } from '#web/shared/invites/use-pasted-invites.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'
import { tabClass, Tabs } from '#web/ui/Tabs.tsx'
import css from '../components/imports.module.css'
import { InviteResults } from '../components/InviteResults.tsx'
import { LinkTab } from '../joining/LinkTab.tsx'

function BulkInviteForm({ invite }: { invite: PastedInvites }) {
  const { t } = useTranslation('imports')
  const { typed, setTyped, results, send, addresses, counts, validEmails } = invite
  const { valid, invalid, twice } = counts
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
      <AddressList addresses={addresses} />
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
  const invite = usePastedInvites()
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
  { key: 'link', search: { tab: 'link' } },
] as const

const panels = { paste: PasteTab, file: FileTab, link: LinkTab }

/** /settings/team/invite: the ways to invite many people: pasted addresses, a file, or a link. */
export function InviteScreen() {
  const { t } = useTranslation('imports')
  const { tab = 'paste' } = useSearch({ from: '/shell/settings/team/invite' })
  const Panel = panels[tab]
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
      <Panel />
    </Page>
  )
}
