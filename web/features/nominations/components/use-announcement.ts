import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { NominationResult, NominationRound } from '#contract/schemas/nominations.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useAnnounce } from '../api/rounds.api.ts'

/** The choices before an announcement: the winners among equal nominees, and quotes. */
export function useAnnouncement(round: NominationRound, result: NominationResult) {
  const { t } = useTranslation('organization')
  const [chosenIds, setChosenIds] = useState<string[]>([])
  const [quoteIds, setQuoteIds] = useState<Record<string, string[]>>({})
  const [isAsking, setIsAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [key, setKey] = useState('')
  // Nominees who have left get no post, and nobody moves up.
  const present = result.nominees.filter(({ left }) => !left)
  const tied = present.filter(({ id }) => result.tied_ids.includes(id))
  const chosen = tied.filter(({ id }) => chosenIds.includes(id))
  const winners = [...present.filter(({ won }) => won), ...chosen]
  const announce = useAnnounce(round.id, {
    onSuccess: () => {
      setIsAsking(false)
      notifySuccess(t('nominations.announce.done'))
    },
    onError: (error) => {
      setIsAsking(false)
      notifyError(t, error)
    },
  })
  const quotesOf = (nomineeId: string) => quoteIds[nomineeId] ?? []
  return {
    tied,
    chosenIds,
    winners,
    problem,
    isAsking,
    isSending: announce.isPending,
    quotesOf,
    chooseTied: (ids: string[]) => {
      setProblem(null)
      setChosenIds(ids.slice(-result.places_left))
    },
    chooseQuotes: (nomineeId: string, ids: string[]) =>
      setQuoteIds({ ...quoteIds, [nomineeId]: ids.slice(0, limits.nomination_quotes_max) }),
    /** Asks for confirmation once every place has a winner. */
    ask: () => {
      const isMissing = chosen.length < Math.min(result.places_left, tied.length)
      setProblem(
        isMissing ? t('nominations.announce.choose_tied', { count: result.places_left }) : null,
      )
      // A changed choice after a refusal is another announcement.
      setKey(crypto.randomUUID())
      setIsAsking(!isMissing)
    },
    close: () => setIsAsking(false),
    send: () =>
      announce.mutate({
        key,
        body: {
          winners: winners.map(({ id }) => ({ nominee_id: id, quote_ids: quotesOf(id) })),
        },
      }),
  }
}
export type Announcement = ReturnType<typeof useAnnouncement>
