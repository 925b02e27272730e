import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import type { BallotNominee, OwnNominationRound } from '#contract/schemas/nominations.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'
import { ownRoundQuery } from './own.api.ts'

type BallotPages = InfiniteData<OutputOf<'nominations.ballot'>>

/** The nominees that the reader scores or votes for, page by page. `search`: part of a name. */
export const useBallot = (id: string, search: string) =>
  useInfiniteQuery({
    queryKey: queryKey('nominations', 'ballot', id, search),
    queryFn: ({ pageParam, signal }) =>
      call('nominations.ballot', {
        params: { id },
        query: {
          limit: limits.page_size_max,
          ...(search ? { q: search } : {}),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })

/** Returns a function that changes the nominees of a round in every cached ballot. */
function useChangeBallots(id: string) {
  const client = useQueryClient()
  return (change: (nominee: BallotNominee) => BallotNominee) =>
    client.setQueriesData<BallotPages>(
      { queryKey: queryKey('nominations', 'ballot', id) },
      (ballot) =>
        ballot && {
          ...ballot,
          pages: ballot.pages.map((page) => ({ ...page, items: page.items.map(change) })),
        },
    )
}

/** Saves the scores of a nominee. */
export function useScore(roundId: string, nomineeId: string, onError: (error: unknown) => void) {
  const changeBallots = useChangeBallots(roundId)
  return useCall('nominations.score', {
    input: (scores: number[]) => ({
      params: { id: roundId, nominee_id: nomineeId },
      body: { scores },
    }),
    updateCache: (scored) => changeBallots((one) => (one.id === scored.id ? scored : one)),
    // Saves of one nominee follow each other, so that the last one wins.
    scope: { id: `score ${nomineeId}` },
    onError,
  })
}
/** Votes for a nominee; null takes the vote back. */
export function useVote(
  roundId: string,
  callbacks: {
    onSuccess: (round: OwnNominationRound, nomineeId: string | null) => void
    onError: (error: unknown) => void
  },
) {
  const client = useQueryClient()
  const changeBallots = useChangeBallots(roundId)
  return useCall('nominations.vote', {
    input: (nomineeId: string | null) => ({
      params: { id: roundId },
      body: { nominee_id: nomineeId },
    }),
    updateCache: (round, nomineeId) => {
      client.setQueryData(ownRoundQuery(roundId).queryKey, round)
      changeBallots((one) => ({ ...one, voted: one.id === nomineeId }))
    },
    refetchesOnError: () => true,
    ...callbacks,
  })
}
