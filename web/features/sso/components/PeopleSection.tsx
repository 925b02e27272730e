import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { formatDate } from '#web/lib/format.ts'
import { searchDelayMs } from '#web/shared/search-delay.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { PagedList } from '#web/shared/PagedList.tsx'
import { usePersonName } from '#web/shared/person-name.ts'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import {
  connectionPeopleQuery,
  type SsoConnection,
  type SsoPerson,
  useDisconnectPerson,
} from '../api/queries.ts'
import css from './sso-settings.module.css'

function PersonRow({ person, onDisconnect }: { person: SsoPerson; onDisconnect: () => void }) {
  const { t } = useTranslation('connections')
  const {
    settings: { timezone },
  } = useConfig()
  const { user, subject, signed_in_at: signedInAt } = person
  const name = usePersonName()(user)
  return (
    <li className={css['person']}>
      <UserAvatar user={user} size={40} />
      <div>
        <div className={css['rowHead']}>
          <Link to="/profile/$id" params={{ id: user.id }}>
            {name}
          </Link>
          {user.state === 'deactivated' ? (
            <span className={css['badge']}>{t('sso.people.deactivated')}</span>
          ) : null}
        </div>
        <p className={css['subject']}>{subject}</p>
        <p>{t('sso.people.seen', { date: formatDate(signedInAt, timezone) })}</p>
      </div>
      <Button variant="default" onClick={onDisconnect}>
        {t('sso.people.action')}
        <span className="sr-only"> {name}</span>
      </Button>
    </li>
  )
}

/** Asks before a person is disconnected, and says how they sign in afterwards. */
function DisconnectDialog({
  connection,
  person,
  onClose,
}: {
  connection: SsoConnection
  person: SsoPerson
  onClose: () => void
}) {
  const { t } = useTranslation('connections')
  const nameOf = usePersonName()
  const disconnect = useDisconnectPerson(connection.id, {
    onSuccess: () => {
      notifySuccess(t('sso.people.done'))
      onClose()
    },
    onError: (error) => {
      notifyError(t, error)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      title={t('sso.people.ask', { name: nameOf(person.user) })}
      text={t('sso.people.ask_text', { connection: connection.name })}
      confirm={t('sso.people.action')}
      cancel={t('common:cancel')}
      busy={disconnect.isPending}
      onClose={onClose}
      onConfirm={() => disconnect.mutate(person.user.id)}
    />
  )
}

/** The people who are linked to an account of the provider. */
export function PeopleSection({ connection }: { connection: SsoConnection }) {
  const { t } = useTranslation('connections')
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), searchDelayMs)
  const [asking, setAsking] = useState<SsoPerson | null>(null)
  const people = useInfiniteQuery({
    ...connectionPeopleQuery(connection.id, search),
    placeholderData: keepPreviousData,
  })
  const { people: count } = connection
  const emptyText = t(search ? 'sso.people.none' : 'sso.people.empty')
  return (
    <SettingsSection
      title={t('sso.people.title')}
      {...(count ? { text: t('sso.people.text', { count }) } : {})}
    >
      {count > limits.page_size_default || text ? (
        <TextInput
          type="search"
          aria-label={t('sso.people.search')}
          placeholder={t('sso.people.search')}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          maxLength={limits.search_chars_max}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      ) : null}
      <div>
        <PagedList
          query={people}
          texts={{ emptyText, more: t('sso.people.more') }}
          frame="div"
          skeletonHeights={[56, 56]}
        >
          {(rows) => (
            <ul className={css['list']} aria-label={t('sso.people.title')}>
              {rows.map((person) => (
                <PersonRow
                  key={person.user.id}
                  person={person}
                  onDisconnect={() => setAsking(person)}
                />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
      {asking ? (
        <DisconnectDialog connection={connection} person={asking} onClose={() => setAsking(null)} />
      ) : null}
    </SettingsSection>
  )
}
