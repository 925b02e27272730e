import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/routes/index.ts'
import type { Reward } from '#contract/schemas/rewards.ts'
import { call } from '#web/lib/client.ts'

export const rewardsQuery = queryOptions({
  queryKey: ['rewards'],
  queryFn: ({ signal }) => call('rewards.list', { signal }),
})

/**
 * The countries with gift cards. The route does not exist when gift cards are off, so a 404 is not
 * retried.
 */
export const giftCardCountriesQuery = queryOptions({
  queryKey: ['giftcards', 'countries'],
  queryFn: ({ signal }) => call('rewards.countries', { signal }),
  staleTime: 3_600_000,
  retry: false,
})

type Callbacks<Done = void> = {
  onSuccess?: (done: Done) => void
  onError: (error: unknown) => void
}
/**
 * Invalidates the rewards, the shop and the config, because the header links to the shop once a
 * reward exists.
 */
function useRewardMutation<Input, Done>(
  change: (input: Input) => Promise<Done>,
  { onSuccess, onError }: Callbacks<Done>,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: async (done) => {
      void client.invalidateQueries({ queryKey: ['shop'] })
      void client.invalidateQueries({ queryKey: ['config'] })
      await client.invalidateQueries({ queryKey: ['rewards'] })
      onSuccess?.(done)
    },
    onError,
  })
}

type RewardFields = BodyInputOf<'rewards.create'>
/** Adds a reward. */
export const useCreateReward = (callbacks: Callbacks<Reward>) =>
  useRewardMutation(
    ({ fields, file = null }: { fields: RewardFields; file?: File | null }) =>
      call('rewards.create', { body: fields, file }),
    callbacks,
  )
/** Updates the given fields of a reward. */
export const useUpdateReward = (id: string, callbacks: Callbacks<Reward>) =>
  useRewardMutation(
    ({ fields, file }: { fields: BodyInputOf<'rewards.update'>; file: File | null }) =>
      call('rewards.update', { params: { id }, body: fields, file }),
    callbacks,
  )
export const useDeleteReward = (callbacks: Callbacks) =>
  useRewardMutation((id: string) => call('rewards.delete', { params: { id } }), callbacks)
export const useDuplicateReward = (callbacks: Callbacks<Reward>) =>
  useRewardMutation((id: string) => call('rewards.duplicate', { params: { id } }), callbacks)
