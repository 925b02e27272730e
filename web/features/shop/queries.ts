import { queryOptions } from '@tanstack/react-query'
import { usePurchaseChange } from '#web/app/rewards/queries.ts'
import { call } from '#web/lib/client.ts'

export const shopQuery = queryOptions({ queryKey: ['shop', 'rewards'], queryFn: ({ signal }) => call('shop.list', { signal }) })

export const useRedeem = () => usePurchaseChange((input: { id: string; comment: string; price: number; key: string }) =>
  call('shop.redeem', { params: { id: input.id }, body: { comment: input.comment, price: input.price }, key: input.key }))
