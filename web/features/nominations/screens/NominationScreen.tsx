import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { OwnNominationRound } from '#contract/schemas/nominations.ts'
import { useConfig } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { NotFound } from '#web/shared/errors/NotFound.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'
import { ownNominationsQuery, ownRoundQuery } from '../api/own.api.ts'
import { JuryBallot } from '../components/JuryBallot.tsx'
import { NominationFormCard } from '../components/NominationFormCard.tsx'
import css from '../components/nominations.module.css'
import { OwnNominations } from '../components/OwnNominations.tsx'
import { RoundAbout } from '../components/RoundAbout.tsx'
import { VoteBallot } from '../components/VoteBallot.tsx'

function BackLink() {
  const { t } = useTranslation('organization')
  return (
    <Link to="/nominations" search={{ tab: 'rounds' }} className={backClass}>
      <BackArrow />
      <span>{t('nominations.title')}</span>
    </Link>
  )
}

/** The form while the round is open, and the reader's nominations. */
function NominatePart({ round }: { round: OwnNominationRound }) {
  const { t } = useTranslation('organization')
  const { data: nominations, error, refetch } = useQuery(ownNominationsQuery(round.id))
  if (!nominations && error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!nominations) return <Skeleton height={280} radius="lg" aria-busy="true" />
  const isFull = nominations.length >= round.nominations_max
  return (
    <>
      {round.abilities.nominate && !isFull ? (
        <NominationFormCard round={round} nominations={nominations} />
      ) : null}
      {round.phase === 'open' && isFull ? (
        <p className={css['note']}>{t('nominations.own.full', { count: round.nominations_max })}</p>
      ) : null}
      <OwnNominations round={round} nominations={nominations} />
    </>
  )
}

/** The ballot of the reader. Nobody scores or votes for somebody else, operators included. */
function BallotPart({ round }: { round: OwnNominationRound }) {
  const { t } = useTranslation('common')
  const { impersonated } = useConfig()
  const { score, vote } = round.abilities
  if (impersonated && (score || vote))
    return <p className={css['note']}>{t('impersonation.closed')}</p>
  return (
    <>
      {score ? <JuryBallot round={round} /> : null}
      {vote ? <VoteBallot round={round} /> : null}
    </>
  )
}

/** /nominations/{id}: a round to nominate in, to score or to vote in. */
export function NominationScreen() {
  const { t } = useTranslation('organization')
  const { id = '' } = useParams({ strict: false })
  const { data: round, error, refetch } = useQuery(ownRoundQuery(id))
  const title = round ? `${round.emoji} ${round.name}` : t('nominations.title')
  usePageTitle(round?.name ?? title)
  if (!round && error instanceof ApiCallError && error.status === 404) return <NotFound />
  return (
    <Page title={title} narrow back={<BackLink />}>
      <div key={id} className={css['sections']}>
        {round ? (
          <>
            <RoundAbout round={round} />
            <BallotPart round={round} />
            <NominatePart round={round} />
          </>
        ) : null}
        {!round && error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
        {round || error ? null : <Skeleton height={320} aria-busy="true" />}
      </div>
    </Page>
  )
}
