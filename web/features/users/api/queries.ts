import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { permissions } from '#contract/permissions.ts'
import type { BodyInputOf, OutputOf } from '#contract/routes/index.ts'
import type { Member } from '#contract/schemas/users.ts'
import { useCall } from '#web/shared/use-call.ts'
import { call } from '#web/lib/client.ts'
import { downloadFromApi } from '#web/lib/download-file.ts'
import type { FileFormat } from '#web/shared/FileFormat.tsx'
import { queryKey } from '#web/shared/query-keys.ts'
import { type TeamView, toQuery } from '../grid/team-view.ts'

type Page = OutputOf<'users.list'>
export const pageSize = 50

/** A page of the team list. The last page stays on screen while the next one loads. */
export function useTeamPage(view: TeamView, cursor: string | undefined) {
  const query = { ...toQuery(view), limit: pageSize, ...(cursor ? { cursor } : {}) }
  return useQuery({
    queryKey: queryKey('users', query),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call('users.list', { query, signal }),
  })
}

/** Returns the ids of all members of a view, across pages. Throws an ApiCallError. */
export const fetchTeamIds = async (view: TeamView): Promise<string[]> =>
  (await call('users.ids', { query: toQuery(view) })).ids

/** Downloads the chosen members. Throws an ApiCallError. */
export const exportUsers = (ids: string[], name: string, format: FileFormat): Promise<void> =>
  downloadFromApi(
    'users.export',
    { query: { format, bom: '1' }, body: { ids } },
    `${name}.${format}`,
  )

/** Downloads the members of a state, or all. Throws an ApiCallError. */
export const downloadTeam = (state: TeamView['state'], format: FileFormat): Promise<void> =>
  downloadFromApi('users.csv', { query: { state, format, bom: '1' } }, `team.${format}`)

const adjustCounts = (counts: Page['counts'], user: Member | null, by: 1 | -1): Page['counts'] =>
  user && user.state !== 'deleted' ? { ...counts, [user.state]: counts[user.state] + by } : counts

/**
 * Replaces a changed member in every cached list; null removes the member. The list keeps its
 * position.
 */
function patchMember(client: QueryClient, before: Member, after: Member | null): void {
  client.setQueriesData<Page>(
    { queryKey: queryKey('users') },
    (page) =>
      page && {
        ...page,
        counts: adjustCounts(adjustCounts(page.counts, before, -1), after, 1),
        items: page.items.some((user) => user.id === before.id)
          ? page.items.flatMap((user) => {
              if (user.id !== before.id) return [user]
              return after ? [{ ...user, ...after }] : []
            })
          : page.items,
      },
  )
  // The list on screen keeps its order, unless the abilities on other members change with the
  // holders of a permission. Other lists refetch when they are shown.
  const holdsPermission = (user: Member | null) =>
    user !== null && permissions.some((name) => user.permissions[name])
  void client.invalidateQueries({
    queryKey: queryKey('users'),
    refetchType: holdsPermission(before) || holdsPermission(after) ? 'active' : 'none',
  })
}

/** `onDone` receives the member before the change. */
type MutationCallbacks = { onDone: (before: Member) => void; onFailed?: (error: unknown) => void }
/**
 * Returns what the changes of a member have in common. The callbacks belong to the mutation, because
 * its dialog may be unmounted by then.
 */
function useMemberChange({ onDone, onFailed }: MutationCallbacks) {
  const client = useQueryClient()
  return {
    updateCache: (after: Member | undefined, { user }: { user: Member }) =>
      patchMember(client, user, after ?? null),
    except: ['users'],
    onSuccess: (_: unknown, { user }: { user: Member }) => onDone(user),
    ...(onFailed ? { onError: onFailed } : {}),
  } as const
}

export type MemberChanges = BodyInputOf<'users.update'>
export const useUpdateMember = (callbacks: MutationCallbacks) =>
  useCall('users.update', {
    input: ({ user, body }: { user: Member; body: MemberChanges }) => ({
      params: { id: user.id },
      body,
    }),
    ...useMemberChange(callbacks),
  })
export const useUpdatePermissions = (callbacks: MutationCallbacks) =>
  useCall('users.permissions', {
    input: ({ user, body }: { user: Member; body: BodyInputOf<'users.permissions'> }) => ({
      params: { id: user.id },
      body,
    }),
    ...useMemberChange(callbacks),
  })
export const useResendInvite = (callbacks: MutationCallbacks) =>
  useCall('users.invite', {
    input: ({ user }: { user: Member }) => ({ params: { id: user.id } }),
    ...useMemberChange(callbacks),
  })
export const useDeleteMember = (callbacks: MutationCallbacks) =>
  useCall('users.delete', {
    input: ({ user }: { user: Member }) => ({ params: { id: user.id } }),
    ...useMemberChange(callbacks),
  })

type BalanceAdjustment = { user: Member; amount: number; comment: string; key: string }
/** Adds to or subtracts from a balance; `key` is the idempotency key of the adjustment. */
export function useAdjustBalance(onDone: (balance: number) => void) {
  const client = useQueryClient()
  return useCall('coins.adjust', {
    input: ({ user, amount, comment, key }: BalanceAdjustment) => ({
      params: { id: user.id },
      body: { amount, comment },
      key,
    }),
    updateCache: ({ balance }, { user }) => patchMember(client, user, { ...user, balance }),
    except: ['users'],
    onSuccess: ({ balance }) => onDone(balance),
  })
}
