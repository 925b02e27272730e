import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { formatNumber } from '#web/lib/format.ts'
import { searchDelayMs } from '#web/shared/search-delay.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { PagedList } from '#web/shared/PagedList.tsx'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { type UnknownPerson, unknownPeopleQuery } from '../api/queries.ts'
import css from './history-imports.module.css'
import { MergeDialog } from './MergeDialog.tsx'

function PersonRow({ person, onMerge }: { person: UnknownPerson; onMerge: () => void }) {
  const { t } = useTranslation('imports')
  const { name, email, given_posts: given, received_posts: received } = person
  const title = name || email
  return (
    <li>
      <span className={css['person']}>
        <strong>{title}</strong>
        {email && email !== title ? <small>{email}</small> : null}
        <small>
          {t('history.unknown.posts', {
            given: formatNumber(given),
            received: formatNumber(received),
          })}
        </small>
      </span>
      {person.former_user_id === null ? null : (
        <Button
          variant="default"
          aria-label={`${t('history.merge.button')} (${title})`}
          onClick={onMerge}
        >
          {t('history.merge.button')}
        </Button>
      )}
    </li>
  )
}

/**
 * The people of the file who are no members, with a search. After the start they are former
 * teammates, and can be merged with members.
 */
export function UnknownPeopleSection({ id, isStarted }: { id: string; isStarted: boolean }) {
  const { t } = useTranslation('imports')
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), searchDelayMs)
  const [merged, setMerged] = useState<UnknownPerson | null>(null)
  const people = useInfiniteQuery(unknownPeopleQuery(id, search))
  const total = people.data?.pages[0]?.total ?? 0
  const key = isStarted ? 'former' : 'unknown'
  return (
    <SettingsSection title={t(`history.${key}.title`)} text={t(`history.${key}.text`)}>
      {text || total > limits.history_page_rows ? (
        <TextInput
          type="search"
          aria-label={t('history.unknown.search')}
          placeholder={t('history.unknown.search')}
          maxLength={limits.search_chars_max}
          leftSection={<IconSearch size={18} aria-hidden="true" />}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
      ) : null}
      <div aria-busy={people.isPlaceholderData}>
        <PagedList
          query={people}
          texts={{
            emptyText: t(search ? 'history.unknown.nobody' : 'history.unknown.empty'),
            more: t('sync.run.more'),
          }}
          frame="div"
          skeletonHeights={[56, 56, 56]}
        >
          {(items) => (
            <ul className={css['rows']} aria-label={t(`history.${key}.title`)}>
              {items.map((person) => (
                <PersonRow
                  key={person.former_user_id ?? `${person.name}/${person.email}`}
                  person={person}
                  onMerge={() => setMerged(person)}
                />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
      {merged ? <MergeDialog id={id} person={merged} onClose={() => setMerged(null)} /> : null}
    </SettingsSection>
  )
}
