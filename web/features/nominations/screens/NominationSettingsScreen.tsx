import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { NominationRound } from '#contract/schemas/nominations.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Page } from '#web/ui/Page.tsx'
import { roundsQuery } from '../api/rounds.api.ts'
import css from '../components/nominations.module.css'
import { RoundDialog } from '../components/RoundDialog.tsx'
import { RoundIdeas } from '../components/RoundIdeas.tsx'
import { RoundRow } from '../components/RoundRow.tsx'
import type { RoundFormStart } from '../components/use-round-form.ts'

const isPast = ({ phase }: NominationRound) => phase === 'announced' || phase === 'canceled'

/** The announced and canceled rounds in a list that unfolds; nothing without one. */
function PastRounds({ rounds }: { rounds: NominationRound[] }) {
  const { t } = useTranslation('organization')
  if (!rounds.length) return null
  const title = t('nominations.past', { n: rounds.length })
  return (
    <details className={css['past']}>
      <summary>{title}</summary>
      <ul className={css['list']} aria-label={title}>
        {rounds.map((round) => (
          <li key={round.id}>
            <RoundRow round={round} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function NoRounds({ onAdd }: { onAdd: (start: RoundFormStart) => void }) {
  const { t } = useTranslation('organization')
  return (
    <>
      <Card>
        <EmptyState
          art="laurel"
          level={2}
          title={t('nominations.empty')}
          text={t('nominations.empty_text')}
        >
          <Button onClick={() => onAdd({})}>{t('nominations.add')}</Button>
        </EmptyState>
      </Card>
      <RoundIdeas onChoose={(idea) => onAdd({ idea })} />
    </>
  )
}

/** /settings/nominations: the nomination rounds of the team. */
export function NominationSettingsScreen() {
  const { t } = useTranslation('organization')
  usePageTitle(t('nominations.title'))
  const { data: rounds = [], ...query } = useQuery(roundsQuery)
  const [start, setStart] = useState<RoundFormStart | null>(null)
  const currentRounds = rounds.filter((round) => !isPast(round))
  return (
    <Page
      title={t('nominations.title')}
      narrow
      back={<SettingsNavigation />}
      actions={
        currentRounds.length ? (
          <Button
            disabled={currentRounds.length >= limits.nomination_rounds_max}
            onClick={() => setStart({})}
          >
            {t('nominations.add')}
          </Button>
        ) : null
      }
    >
      {currentRounds.length ? <p className={css['text']}>{t('nominations.text')}</p> : null}
      {query.isPending ? (
        <Card aria-busy="true">
          <Skeleton height={120} />
        </Card>
      ) : null}
      {query.isLoadingError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {query.isSuccess && !currentRounds.length ? <NoRounds onAdd={setStart} /> : null}
      {currentRounds.length ? (
        <ul className={css['list']} aria-label={t('nominations.title')}>
          {currentRounds.map((round) => (
            <li key={round.id}>
              <RoundRow round={round} onEdit={() => setStart({ round })} />
            </li>
          ))}
        </ul>
      ) : null}
      <PastRounds rounds={rounds.filter(isPast)} />
      {start ? <RoundDialog start={start} onClose={() => setStart(null)} /> : null}
    </Page>
  )
}
