import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { OwnAward } from '#contract/schemas/awards.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ownAwardsQuery } from '../api/queries.ts'
import { AwardTile } from './AwardTile.tsx'
import css from './awards.module.css'
import { describePoints } from './describe-award.ts'
import { GiveAwardDialog } from './GiveAwardDialog.tsx'

/** The awards that the reader may give, as cards that open the form. */
export function AwardOffers() {
  const { t } = useTranslation('organization')
  const navigate = useNavigate()
  const { data: awards, error, isPending, isLoadingError, refetch } = useQuery(ownAwardsQuery)
  const [chosen, setChosen] = useState<OwnAward | null>(null)
  if (isPending)
    return (
      <Card aria-busy="true">
        <Skeleton height={140} />
      </Card>
    )
  if (isLoadingError) return <ErrorState error={error} retry={() => void refetch()} />
  if (!awards?.length)
    return (
      <Card>
        <EmptyState
          art="laurel"
          level={2}
          title={t('awards.give.empty')}
          text={t('awards.give.empty_text')}
        />
      </Card>
    )
  return (
    <>
      <ul className={css['ideas']} aria-label={t('awards.tab.give')}>
        {awards.map((award) => (
          <li key={award.id}>
            <button
              type="button"
              className={`plain ${css['offer']}`}
              aria-haspopup="dialog"
              onClick={() => setChosen(award)}
            >
              <AwardTile award={award} />
              <b>{award.name}</b>
              {award.text ? <span>{award.text}</span> : null}
              <small>
                {describePoints(t, award)}
                {' · '}
                {award.steps.length ? t('awards.with_approval') : t('awards.at_once')}
              </small>
            </button>
          </li>
        ))}
      </ul>
      {chosen ? (
        <GiveAwardDialog
          award={chosen}
          onClose={() => setChosen(null)}
          onGiven={() => {
            setChosen(null)
            void navigate({ to: '/awards', search: { tab: 'given' } })
          }}
        />
      ) : null}
    </>
  )
}
