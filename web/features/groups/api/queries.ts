import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/routes/index.ts'
import type { Group, GroupRule } from '#contract/schemas/groups.ts'
import type { GroupKind } from '#contract/schemas/organization-record.ts'
import { pickChanged } from '#web/shared/forms/changed-values.ts'
import { useCall } from '#web/shared/use-call.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { toDraft, toRule } from '../rules/draft-rule.ts'

const pageSize = 50
const getNextPageParam = (last: { next_cursor: string | null }) => last.next_cursor ?? undefined

/** The groups of a kind whose name contains a text, page by page. */
export function useGroups(kind: GroupKind, search: string) {
  const query = { kind, limit: pageSize, ...(search ? { search } : {}) }
  return useInfiniteQuery({
    queryKey: queryKey('groups', 'list', query),
    queryFn: ({ pageParam, signal }) =>
      call('groups.list', {
        query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam,
    placeholderData: keepPreviousData,
  })
}

/** The people of a group and of the departments below it, page by page. */
export const useGroupMembers = (id: string) =>
  useInfiniteQuery({
    queryKey: queryKey('groups', 'members', id),
    queryFn: ({ pageParam, signal }) =>
      call('groups.members', {
        params: { id },
        query: { limit: pageSize, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam,
  })

/** The number of people who meet all conditions of a rule. */
export const useRulePreview = (rule: GroupRule, enabled: boolean) =>
  useQuery({
    queryKey: queryKey('groups', 'rule_preview', rule),
    queryFn: ({ signal }) => call('groups.preview_rule', { body: { rule }, signal }),
    placeholderData: keepPreviousData,
    enabled,
  })

type Callbacks = { onSuccess: () => void; onError: (error: unknown) => void }
const toSavedFields = ({ name, parent_id: parentId, owners, rule }: Group) => ({
  name,
  parent_id: parentId,
  owner_ids: owners.map(({ id }) => id),
  rule: rule && toRule(toDraft(rule)),
})
/** Adds a group, or changes what differs from this group; the kind never changes. */
export const useSaveGroup = (group: Group | undefined, callbacks: Callbacks) =>
  useCall(group ? 'groups.update' : 'groups.create', {
    input: ({ kind, ...fields }: BodyInputOf<'groups.create'>) =>
      group
        ? { params: { id: group.id }, body: pickChanged(fields, toSavedFields(group)) }
        : { body: { kind, ...fields } },
    ...callbacks,
  })
export const useDeleteGroup = (callbacks: Callbacks) =>
  useCall('groups.delete', {
    input: (id: string) => ({ params: { id } }),
    ...callbacks,
  })

type MembersChange = { id: string; userIds: string[] }
const toMembersInput = ({ id, userIds }: MembersChange) => ({
  params: { id },
  body: { user_ids: userIds },
})
export const useAddMembers = (callbacks: Callbacks) =>
  useCall('groups.add_members', { input: toMembersInput, ...callbacks })
export const useRemoveMembers = (callbacks: Callbacks) =>
  useCall('groups.remove_members', { input: toMembersInput, ...callbacks })
