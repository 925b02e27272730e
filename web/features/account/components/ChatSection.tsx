import { Button, NativeSelect, Stack, Switch } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DirectMessageKind } from '#contract/chat.ts'
import type { BodyInputOf } from '#contract/routes/index.ts'
import type { ChatLink } from '#contract/schemas/chat.ts'
import { call } from '#web/lib/client.ts'
import { formatTimeOfDay } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { AccountSection } from './AccountSection.tsx'
import css from './account.module.css'

const linksQuery = queryOptions({
  queryKey: queryKey('chat', 'links'),
  queryFn: ({ signal }) => call('chat.links', { signal }),
})
/** Listed here, because a file that two screens load is one more name in the first page. */
const directMessages: DirectMessageKind[] = ['thanks', 'purchase', 'reminder', 'award', 'jury']
type LinkChange = BodyInputOf<'chat.update_link'>

/** Saves a change at once. The cache has it before the answer, and reverts when saving fails. */
function useUpdateLink({ provider }: ChatLink) {
  const { t } = useTranslation('account')
  const client = useQueryClient()
  const patch = (part: Partial<ChatLink>) =>
    client.setQueryData(linksQuery.queryKey, (links) =>
      links?.map((link) => (link.provider === provider ? { ...link, ...part } : link)),
    )
  return useCall('chat.update_link', {
    inOrder: ['chat_link', provider],
    input: (body: LinkChange) => ({ params: { provider }, body }),
    // The answer has the whole link.
    except: 'everything',
    onMutate: (change) => {
      const before = client.getQueryData(linksQuery.queryKey)
      patch(change as Partial<ChatLink>)
      return before
    },
    updateCache: patch,
    onSuccess: () => notifySuccess(t('saved')),
    onError: (error, _, before) => {
      if (before) client.setQueryData(linksQuery.queryKey, before)
      notifyError(t, error)
    },
  })
}

/** The full hours of a day in the reader's format. */
const listHours = () =>
  Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: formatTimeOfDay(new Date(Date.UTC(2026, 0, 1, hour)), 'UTC'),
  }))

/** The hours without direct messages, in the time zone of the person. */
function QuietHours({
  link,
  onChange,
}: {
  link: ChatLink
  onChange: (change: LinkChange) => void
}) {
  const { t } = useTranslation('account')
  const hours = listHours()
  const isNeverQuiet = link.quiet_from === link.quiet_until
  return (
    <div>
      <div className={css['two']}>
        {(['quiet_from', 'quiet_until'] as const).map((name) => (
          <NativeSelect
            key={name}
            label={t(`chat.${name}`)}
            data={hours}
            value={String(link[name])}
            onChange={(event) => onChange({ [name]: Number(event.currentTarget.value) })}
          />
        ))}
      </div>
      <p className={css['chatHint']}>
        {isNeverQuiet ? t('chat.never_quiet') : t('chat.quiet_text', { zone: link.timezone })}
      </p>
    </div>
  )
}

function UnlinkButton({ link }: { link: ChatLink }) {
  const { t } = useTranslation('account')
  const [isAsking, setAsking] = useState(false)
  const chat = t(`chat.kind.${link.provider}`)
  const unlink = useCall('chat.unlink', {
    input: () => ({ params: { provider: link.provider } }),
    onSuccess: () => {
      notifySuccess(t('chat.unlinked'))
      setAsking(false)
    },
    onError: (error) => {
      notifyError(t, error)
      setAsking(false)
    },
  })
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setAsking(true)}>
        {t('chat.unlink')}
        <span className="sr-only"> {chat}</span>
      </Button>
      <ConfirmDialog
        opened={isAsking}
        danger
        title={t('chat.unlink_ask', { chat })}
        text={t('chat.unlink_text', { chat })}
        confirm={t('chat.unlink')}
        cancel={t('common:cancel')}
        busy={unlink.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => unlink.mutate()}
      />
    </>
  )
}

/** The account in a chat: its messages, its quiet hours, and whether commands show a preview. */
function LinkPreferences({ link }: { link: ChatLink }) {
  const { t } = useTranslation('account')
  const { impersonated } = useConfig()
  const save = useUpdateLink(link)
  const { muted, provider } = link
  const chat = t(`chat.kind.${provider}`)
  return (
    <fieldset className={css['chatLink']} disabled={impersonated}>
      <legend className="sr-only">{chat}</legend>
      <div className={css['sectionHead']}>
        <div>
          <h3>{chat}</h3>
          <p>{link.external_name}</p>
        </div>
        <UnlinkButton link={link} />
      </div>
      <Stack gap="md">
        {directMessages.map((kind) => (
          <Switch
            key={kind}
            label={t(`chat.message.${kind}`)}
            checked={!muted.includes(kind)}
            onChange={({ currentTarget: { checked } }) =>
              save.mutate({
                muted: directMessages.filter((other) =>
                  other === kind ? !checked : muted.includes(other),
                ),
              })
            }
          />
        ))}
      </Stack>
      <QuietHours link={link} onChange={(change) => save.mutate(change)} />
      <Switch
        label={t('chat.send_at_once')}
        description={t('chat.send_at_once_text')}
        checked={link.send_at_once}
        onChange={(change) => save.mutate({ send_at_once: change.currentTarget.checked })}
      />
    </fieldset>
  )
}

/** The linked accounts in Slack and Microsoft Teams; nothing without one. */
export function ChatSection() {
  const { t } = useTranslation('account')
  const { impersonated } = useConfig()
  const { data: links = [] } = useQuery(linksQuery)
  if (!links.length) return null
  return (
    <AccountSection title={t('chat.title')} text={impersonated ? t('oneself') : t('chat.text')}>
      {links.map((link) => (
        <LinkPreferences key={link.provider} link={link} />
      ))}
    </AccountSection>
  )
}
