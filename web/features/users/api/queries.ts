import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { permissions } from '#contract/permissions.ts'
import type { BodyInputOf, OutputOf } from '#contract/routes/index.ts'
import type { Member } from '#contract/schemas/users.ts'
import { useCall } from '#web/shared/use-call.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

export type MemberState = 'pending' | 'accepted' | 'deactivated'
export type MemberFilter = { search?: string | undefined; state?: MemberState | undefined }
type Page = OutputOf<'users.list'>
type Pages = InfiniteData<Page, string | undefined>

/** The members, fifty per page. No refetch on focus: a long list would reload page by page. */
export function useMembers(filter: MemberFilter) {
  return useInfiniteQuery({
    queryKey: queryKey('users', filter),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      call('users.list', { query: { cursor: pageParam, limit: 50, ...filter }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })
}

const adjustCounts = (counts: Page['counts'], user: Member | null, by: 1 | -1): Page['counts'] =>
  user && user.state !== 'deleted' ? { ...counts, [user.state]: counts[user.state] + by } : counts

/**
 * Replaces a changed member in every cached list; null removes the member. The list keeps its
 * position.
 */
function patchMember(client: QueryClient, before: Member, after: Member | null): void {
  client.setQueriesData<Pages>(
    { queryKey: queryKey('users') },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          counts: adjustCounts(adjustCounts(page.counts, before, -1), after, 1),
          items: page.items.some((user) => user.id === before.id)
            ? page.items.flatMap((user) =>
                user.id === before.id ? (after ? { ...user, ...after } : []) : user,
              )
            : page.items,
        })),
      },
  )
  // A long list on screen would refetch page by page, so it does only when the abilities on other
  // members change with the holders of a permission. Other lists refetch when they are shown.
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
