import { queryOptions } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/routes/index.ts'
import type { Reward } from '#contract/schemas/rewards.ts'
import { useCall } from '#web/shared/use-call.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

export const rewardsQuery = queryOptions({
  queryKey: queryKey('rewards', 'list'),
  queryFn: ({ signal }) => call('rewards.list', { signal }),
})

/**
 * The countries with gift cards. The route does not exist when gift cards are off, so a 404 is not
 * retried.
 */
export const giftCardCountriesQuery = queryOptions({
  queryKey: queryKey('gift_cards', 'countries'),
  queryFn: ({ signal }) => call('rewards.countries', { signal }),
  staleTime: 3_600_000,
  retry: false,
})

type Callbacks<Done = void> = {
  onSuccess?: (done: Done) => void
  onError: (error: unknown) => void
}
type RewardFields = BodyInputOf<'rewards.create'>
/** Adds a reward. */
export const useCreateReward = (callbacks: Callbacks<Reward>) =>
  useCall('rewards.create', {
    input: ({ fields, file = null }: { fields: RewardFields; file?: File | null }) => ({
      body: fields,
      file,
    }),
    waitsFor: ['rewards'],
    ...callbacks,
  })
/** Updates the given fields of a reward. */
export const useUpdateReward = (id: string, callbacks: Callbacks<Reward>) =>
  useCall('rewards.update', {
    input: ({ fields, file }: { fields: BodyInputOf<'rewards.update'>; file: File | null }) => ({
      params: { id },
      body: fields,
      file,
    }),
    waitsFor: ['rewards'],
    ...callbacks,
  })
export const useDeleteReward = (callbacks: Callbacks) =>
  useCall('rewards.delete', {
    input: (id: string) => ({ params: { id } }),
    waitsFor: ['rewards'],
    ...callbacks,
  })
export const useDuplicateReward = (callbacks: Callbacks<Reward>) =>
  useCall('rewards.duplicate', {
    input: (id: string) => ({ params: { id } }),
    waitsFor: ['rewards'],
    ...callbacks,
  })
