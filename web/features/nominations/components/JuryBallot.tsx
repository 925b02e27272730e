import { IconBan, IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import type { BallotNominee, OwnNominationRound } from '#contract/schemas/nominations.ts'
import { PagedList } from '#web/shared/PagedList.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { useBallot } from '../api/ballot.api.ts'
import { AnswerList } from './AnswerList.tsx'
import css from './ballot.module.css'
import { NomineeName } from './NomineeName.tsx'
import { ScoreFields } from './ScoreFields.tsx'

const isScored = ({ scores }: BallotNominee) => scores !== null && scores.length > 0
const awaitsScores = (nominee: BallotNominee) => !nominee.conflict && !isScored(nominee)

/** What nominators wrote about a nominee. */
function NominationTexts({
  round,
  nominee,
}: {
  round: OwnNominationRound
  nominee: BallotNominee
}) {
  const { t } = useTranslation('organization')
  const { nominations, nomination_count: count } = nominee
  return (
    <>
      <ul className={css['texts']} aria-label={t('nominations.ballot.texts')}>
        {nominations.map((nomination, index) => (
          // Texts have no identity on a ballot.
          <li key={index}>
            <p>{nomination.text}</p>
            <AnswerList questions={round.questions} nomination={nomination} />
          </li>
        ))}
      </ul>
      {count > nominations.length ? (
        <p className={css['note']}>
          {t('nominations.ballot.more_texts', { count: count - nominations.length })}
        </p>
      ) : null}
    </>
  )
}

/** The state of a nominee on the ballot: scored, open, or why the juror cannot score. */
function BallotState({ nominee }: { nominee: BallotNominee }) {
  const { t } = useTranslation('organization')
  if (nominee.conflict)
    return (
      <span className={css['conflict']}>
        <IconBan size={16} aria-hidden="true" />
        {t('nominations.ballot.conflict', {
          reason: t(`nominations.conflict.${nominee.conflict}`),
        })}
      </span>
    )
  if (isScored(nominee))
    return (
      <span className={css['done']}>
        <IconCheck size={16} aria-hidden="true" />
        {t('nominations.ballot.scored')}
      </span>
    )
  return <span className={css['open']}>{t('nominations.ballot.not_scored')}</span>
}

function JuryNominee({
  round,
  nominee,
  isOpen,
  onToggle,
  onNext,
}: {
  round: OwnNominationRound
  nominee: BallotNominee
  isOpen: boolean
  onToggle: () => void
  onNext: (() => void) | null
}) {
  const head = (
    <>
      <NomineeName nominee={nominee.nominee} size={44} detail={nominee.department ?? ''} />
      <BallotState nominee={nominee} />
    </>
  )
  if (nominee.conflict) return <div className={css['head']}>{head}</div>
  return (
    <>
      <button
        type="button"
        className={`plain ${css['head']}`}
        aria-expanded={isOpen}
        data-nominee={nominee.id}
        onClick={onToggle}
      >
        {head}
        <IconChevronDown className={css['chevron']} size={18} aria-hidden="true" />
      </button>
      {isOpen ? (
        <div className={css['detail']}>
          <NominationTexts round={round} nominee={nominee} />
          <ScoreFields
            roundId={round.id}
            criteria={round.criteria}
            nominee={nominee}
            onNext={onNext}
          />
        </div>
      ) : null}
    </>
  )
}

/** The nominees of the ballot, of which one is open. */
function JuryList({ round, nominees }: { round: OwnNominationRound; nominees: BallotNominee[] }) {
  const { t } = useTranslation('organization')
  const [openId, setOpenId] = useState<string | null>(() => nominees.find(awaitsScores)?.id ?? null)
  const nextAfter = (id: string) => {
    const at = nominees.findIndex((one) => one.id === id)
    return [...nominees.slice(at + 1), ...nominees.slice(0, at)].find(awaitsScores)?.id
  }
  const openNext = (id: string) => {
    setOpenId(id)
    // The head of the next nominee takes the focus from the button, which disappears.
    document.querySelector<HTMLElement>(`[data-nominee="${id}"]`)?.focus()
  }
  return (
    <ul className={css['ballot']} aria-label={t('nominations.ballot.title')}>
      {nominees.map((nominee) => {
        const nextId = nextAfter(nominee.id)
        return (
          <li key={nominee.id}>
            <JuryNominee
              round={round}
              nominee={nominee}
              isOpen={openId === nominee.id}
              onToggle={() => setOpenId(openId === nominee.id ? null : nominee.id)}
              onNext={nextId === undefined ? null : () => openNext(nextId)}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** The ballot of a juror, with the progress so far. */
export function JuryBallot({ round }: { round: OwnNominationRound }) {
  const { t } = useTranslation('organization')
  const query = useBallot(round.id, '')
  const loaded = query.data?.pages.flatMap((page) => page.items) ?? []
  const scored = loaded.filter(isScored).length
  const all = scored + loaded.filter(awaitsScores).length
  const hasAll = query.data !== undefined && !query.hasNextPage
  return (
    <section>
      <div className={css['progress']}>
        <h2>{t('nominations.ballot.title')}</h2>
        <span role="status">
          {hasAll
            ? t('nominations.ballot.progress', { n: formatNumber(scored), all: formatNumber(all) })
            : t('nominations.ballot.left', { count: round.to_score })}
        </span>
        {hasAll && all > 0 ? (
          <span className={css['track']} aria-hidden="true">
            <span style={{ width: `${(scored / all) * 100}%` }} />
          </span>
        ) : null}
      </div>
      <PagedList
        query={query}
        frame={Card}
        skeletonHeights={[64, 64, 64]}
        texts={{ emptyText: t('nominations.ballot.empty'), more: t('team.more') }}
      >
        {(nominees) => <JuryList round={round} nominees={nominees} />}
      </PagedList>
    </section>
  )
}
