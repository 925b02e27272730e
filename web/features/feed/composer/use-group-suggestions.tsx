import { queryOptions, useQuery } from '@tanstack/react-query'
import { IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Group } from '#contract/schemas/groups.ts'
import { call } from '#web/lib/client.ts'
import { foldText } from '#web/lib/fold-text.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import type { Suggestion } from '#web/shared/mentions/use-suggestion-keys.ts'
import css from '#web/shared/mentions/suggestions.module.css'
import type { ComposerState } from './use-composer.ts'

const shownMax = 3

/** The groups whose name contains a text; those of a small team for any text. */
const groupsQuery = (search: string) => {
  const query = { search, limit: limits.page_size_max }
  return queryOptions({
    queryKey: queryKey('groups', 'list', query),
    queryFn: ({ signal }) => call('groups.list', { query, signal }),
    staleTime: 60_000,
  })
}

/** Returns the groups for a text. Most teams have one page of groups, which serves every text. */
function useGroups(search: string | undefined): Group[] {
  const isNeeded = search !== undefined && search !== ''
  const { data: all } = useQuery({ ...groupsQuery(''), enabled: isNeeded })
  const hasMore = all?.next_cursor != null
  const { data: found } = useQuery({
    ...groupsQuery(search ?? ''),
    enabled: isNeeded && hasMore,
  })
  if (!isNeeded) return []
  const hasMatch = ({ name }: Group) =>
    [name, ...name.split(/\s+/)].some((word) => foldText(word).startsWith(foldText(search)))
  return ((hasMore ? found : all)?.items ?? []).filter((group) => group.members && hasMatch(group))
}

/**
 * Returns suggestions of groups for the name at the caret. A group adds its accepted members, so
 * that the sender sees and can change who gets the points. A group that is too large for a post says
 * so and cannot be chosen.
 */
export function useGroupSuggestions({ token, draft, addPeople }: ComposerState): Suggestion[] {
  const { t } = useTranslation('feed')
  const { user } = useConfig()
  // Its accepted members are counted when it is chosen.
  const [tooLarge, setTooLarge] = useState<readonly string[]>([])
  const groups = useGroups(token?.kind === 'person' ? token.query : undefined)
  if (!token) return []
  const room = limits.recipients_max - draft.people.length
  const add = async (group: Group) => {
    const { items, next_cursor: more } = await call('groups.members', {
      params: { id: group.id },
      query: { limit: limits.page_size_max },
    })
    const people = items.filter(
      ({ id, state }) =>
        state === 'accepted' && id !== user.id && !draft.people.some((one) => one.id === id),
    )
    if (more === null && people.length <= room)
      addPeople(people, group.name, token.start, token.start + token.query.length + 1)
    else setTooLarge([...tooLarge, group.id])
  }
  return groups.slice(0, shownMax).map((group) => {
    const isTooLarge = group.members > limits.page_size_max || tooLarge.includes(group.id)
    return {
      key: group.id,
      isDisabled: isTooLarge,
      accept: () => {
        if (!isTooLarge) add(group).catch((error: unknown) => notifyError(t, error))
      },
      icon: (
        <>
          <span className={css['sign']}>
            <IconUsersGroup size={22} aria-hidden="true" />
          </span>
          <span className={css['name']}>
            <b>
              <bdi>{group.name}</bdi>
            </b>{' '}
            <small>
              {isTooLarge
                ? t('composer.people_max', { count: limits.recipients_max })
                : t('common:people', { count: group.members })}
            </small>
          </span>
        </>
      ),
    }
  })
}
