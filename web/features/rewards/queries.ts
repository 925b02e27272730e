import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/routes.ts'
import { call } from '#web/lib/client.ts'

export const rewardsQuery = queryOptions({ queryKey: ['rewards'], queryFn: ({ signal }) => call('rewards.list', { signal }) })

export type RewardFields = BodyInputOf<'rewards.create'>
export function useSaveReward(id: string | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ fields, file, remove_picture }: { fields: RewardFields; file: File | null; remove_picture: boolean }) => id
      ? call('rewards.update', { params: { id }, body: { ...fields, ...(remove_picture ? { remove_picture } : {}) }, file })
      : call('rewards.create', { body: fields, file }),
    onSuccess: () => { for (const key of ['rewards', 'shop', 'config']) void client.invalidateQueries({ queryKey: [key] }) },
  })
}
export function useDeleteReward() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('rewards.delete', { params: { id } }),
    onSuccess: () => { for (const key of ['rewards', 'shop', 'config']) void client.invalidateQueries({ queryKey: [key] }) },
  })
}
