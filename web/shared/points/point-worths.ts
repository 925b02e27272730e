import { queryOptions } from '@tanstack/react-query'
import type { Money } from '#contract/schemas/common.ts'
import type { PointWorth } from '#contract/schemas/point-worths.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '../query-keys.ts'
import { useCall } from '../use-call.ts'

export const pointWorthsQuery = queryOptions({
  queryKey: queryKey('point_worths', 'list'),
  queryFn: ({ signal }) => call('point_worths.list', { signal }),
})

/** The worth of a country, or by default, from a day on. `id`: the one to change, null to add one. */
type SavedWorth = {
  id: string | null
  country: string | null
  validFrom: string
  hundredPoints: Money
}

/** Adds a worth or changes the amount of one. */
export const useSaveWorth = (callbacks: {
  onSuccess: (worth: PointWorth) => void
  onError: (error: unknown) => void
}) =>
  useCall(({ id }: SavedWorth) => (id === null ? 'point_worths.create' : 'point_worths.update'), {
    input: ({ id, country, validFrom, hundredPoints: { currency, minor } }) => {
      const amount = { currency, hundred_points_minor: minor }
      return id === null
        ? { body: { country, valid_from: validFrom, ...amount } }
        : { params: { id }, body: amount }
    },
    ...callbacks,
  })
