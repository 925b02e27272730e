import { queryOptions, useQuery } from '@tanstack/react-query'
import { IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import type { OutputOf } from '#contract/routes/index.ts'
import type { Person } from '#contract/schemas/users.ts'
import { limits } from '#contract/limits.ts'
import type { Group } from '#contract/schemas/groups.ts'
import { call } from '#web/lib/client.ts'
import { foldText } from '#contract/fold-text.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import type { Suggestion } from '#web/shared/mentions/use-suggestion-keys.ts'
import css from '#web/shared/mentions/suggestions.module.css'
import { countPeople } from './post-drafts.ts'
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

/** Members of a group that may be suggested: pending people and the sender do not count. */
const membersReadMax = limits.budget_recipients_max + limits.page_size_max

/** Returns the members of a group, page by page. */
async function listMembers({ id }: Group): Promise<Person[]> {
  const members: Person[] = []
  let cursor: string | null = ''
  while (cursor !== null && members.length < membersReadMax) {
    const page: OutputOf<'groups.members'> = await call('groups.members', {
      params: { id },
      query: { limit: limits.page_size_max, ...(cursor ? { cursor } : {}) },
    })
    members.push(...page.items)
    cursor = page.next_cursor
  }
  return members
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
 * that the sender sees and can change who gets the points. A budget pays for larger groups, which
 * the draft names as a whole. A group that is too large says so and cannot be chosen.
 */
export function useGroupSuggestions({
  token,
  draft,
  drafts,
  addPeople,
}: ComposerState): Suggestion[] {
  const { t } = useTranslation('feed')
  const { user } = useConfig()
  // Its accepted members are counted when it is chosen.
  const [tooLarge, setTooLarge] = useState<readonly string[]>([])
  const groups = useGroups(token?.kind === 'person' ? token.query : undefined)
  if (!token) return []
  const max = draft.budget && !draft.private ? limits.budget_recipients_max : limits.recipients_max
  const end = token.start + token.query.length + 1
  const add = async (group: Group) => {
    const members = (await listMembers(group)).filter(
      ({ id, state }) => state === 'accepted' && id !== user.id,
    )
    const added = members.filter(({ id }) => !draft.people.some((one) => one.id === id))
    const count = countPeople(draft) + added.length
    if (count > max) setTooLarge([...tooLarge, group.id])
    else if (count <= limits.recipients_max) addPeople(added, group.name, token.start, end)
    else {
      const chosen = { id: group.id, name: group.name, count: members.length }
      drafts.edit({
        groups: [...draft.groups.filter(({ id }) => id !== group.id), chosen],
        // Everyone gets the points once, so the cost must not count a member twice.
        people: drafts.get().draft.people.filter(({ id }) => !members.some((one) => one.id === id)),
      })
      addPeople([], group.name, token.start, end)
    }
  }
  return groups.slice(0, shownMax).map((group) => {
    const isTooLarge = group.members > membersReadMax || tooLarge.includes(group.id)
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
                ? t('composer.people_max', { count: max })
                : t('common:people', { count: group.members })}
            </small>
          </span>
        </>
      ),
    }
  })
}
