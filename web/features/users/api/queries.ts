import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { permissions } from '#contract/permissions.ts'
import type { BodyInputOf, OutputOf } from '#contract/routes/index.ts'
import type { Member } from '#contract/schemas/users.ts'
import { call } from '#web/lib/client.ts'

export type MemberState = 'pending' | 'accepted' | 'deactivated'
export type MemberFilter = { search?: string | undefined; state?: MemberState | undefined }
type Page = OutputOf<'users.list'>
type Pages = InfiniteData<Page, string | undefined>

/** The members, fifty per page. No refetch on focus: a long list would reload page by page. */
export function useMembers(filter: MemberFilter) {
  return useInfiniteQuery({
    queryKey: ['users', filter],
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
    { queryKey: ['users'] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({
          ...page,
          counts: adjustCounts(adjustCounts(page.counts, before, -1), after, 1),
          items: page.items.some((user) => user.id === before.id)
            ? page.items.flatMap((user) => (user.id === before.id ? (after ?? []) : user))
            : page.items,
        })),
      },
  )
  // Lists with other filters refetch when they are shown. The abilities on other members change
  // with the holders of a permission.
  const holdsPermission = (user: Member | null) =>
    user !== null && permissions.some((name) => user.permissions[name])
  void client.invalidateQueries({
    queryKey: ['users'],
    refetchType: holdsPermission(before) || holdsPermission(after) ? 'active' : 'none',
  })
  for (const key of [
    'config',
    'profile',
    'people',
    'audit',
    ...(after ? [] : ['posts', 'leaders']),
  ])
    void client.invalidateQueries({ queryKey: [key] })
}

/** `onDone` receives the member before the change. */
type MutationCallbacks = { onDone: (before: Member) => void; onFailed?: (error: unknown) => void }
function useMemberMutation<Input extends { user: Member }>(
  change: (input: Input) => Promise<Member | undefined>,
  { onDone, onFailed }: MutationCallbacks,
) {
  const client = useQueryClient()
  // The callbacks belong to the mutation, because its dialog may be unmounted by then.
  return useMutation({
    mutationFn: change,
    onSuccess: (after, { user }) => {
      patchMember(client, user, after ?? null)
      onDone(user)
    },
    ...(onFailed ? { onError: onFailed } : {}),
  })
}

export type MemberChanges = BodyInputOf<'users.update'>
export const useUpdateMember = (callbacks: MutationCallbacks) =>
  useMemberMutation(
    ({ user, body }: { user: Member; body: MemberChanges }) =>
      call('users.update', { params: { id: user.id }, body }),
    callbacks,
  )
export const useUpdatePermissions = (callbacks: MutationCallbacks) =>
  useMemberMutation(
    ({ user, body }: { user: Member; body: BodyInputOf<'users.permissions'> }) =>
      call('users.permissions', { params: { id: user.id }, body }),
    callbacks,
  )
export const useResendInvite = (callbacks: MutationCallbacks) =>
  useMemberMutation(
    ({ user }: { user: Member }) => call('users.invite', { params: { id: user.id } }),
    callbacks,
  )
export const useDeleteMember = (callbacks: MutationCallbacks) =>
  useMemberMutation(
    ({ user }: { user: Member }) => call('users.delete', { params: { id: user.id } }),
    callbacks,
  )

/** Adds to or subtracts from a balance; `key` is the idempotency key of the adjustment. */
export function useAdjustBalance(onDone: (balance: number) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({
      user,
      amount,
      comment,
      key,
    }: {
      user: Member
      amount: number
      comment: string
      key: string
    }) => call('coins.adjust', { params: { id: user.id }, body: { amount, comment }, key }),
    onSuccess: ({ balance }, { user }) => {
      patchMember(client, user, { ...user, balance })
      for (const name of ['coins', 'shop']) void client.invalidateQueries({ queryKey: [name] })
      onDone(balance)
    },
  })
}
