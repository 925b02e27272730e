import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { limits } from '#contract/limits.ts'
import type {
  NominationResult,
  NominationRound,
  NomineeResult,
} from '#contract/schemas/nominations.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useExcludeNominee } from '../api/rounds.api.ts'
import { nameOfNominee } from './describe-round.ts'
import css from './result.module.css'
import { NomineeName } from './NomineeName.tsx'

const roundToTenth = (score: number) => Math.round(score * 10) / 10

/** The score with its spread and the number of jurors, or the votes. */
function ScoreCell({ round, nominee }: { round: NominationRound; nominee: NomineeResult }) {
  const { t } = useTranslation('organization')
  const { score, spread, votes } = nominee
  if (round.decision === 'vote') return <>{formatNumber(votes)}</>
  if (score === null) return <>–</>
  return (
    <>
      <b>{formatNumber(roundToTenth(score))}</b>
      {spread === null || votes < 2 ? null : (
        <small>
          <span aria-hidden="true"> ± {formatNumber(roundToTenth(spread))}</span>
          <span className="sr-only">
            {' '}
            {t('nominations.result.spread', { n: formatNumber(roundToTenth(spread)) })}
          </span>
        </small>
      )}
      <small className={css['by']}>{t('nominations.result.jurors', { count: votes })}</small>
    </>
  )
}

/** Leaves a nominee out, or takes them in again. */
function NomineeMenu({ roundId, nominee }: { roundId: string; nominee: NomineeResult }) {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  const exclude = useExcludeNominee(roundId, (error) => notifyError(t, error))
  return (
    <Menu position="bottom-end" radius="lg" shadow="lg">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          loading={exclude.isPending}
          aria-label={t('nominations.result.more', {
            name: nameOfNominee(t, nominee.nominee, nameOf),
          })}
        >
          <IconDots size={18} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={() => exclude.mutate({ nomineeId: nominee.id, excluded: !nominee.excluded })}
        >
          {t(nominee.excluded ? 'nominations.result.include' : 'nominations.result.exclude')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

type RowProps = { round: NominationRound; nominee: NomineeResult; share: number }
function NomineeRow({ round, nominee, share }: RowProps) {
  const { t } = useTranslation('organization')
  const isChangeable = round.phase !== 'announced' && round.phase !== 'canceled'
  const count = t('nominations.count', { count: nominee.nominations })
  return (
    <tr data-won={nominee.won} data-excluded={nominee.excluded}>
      <td className={css['place']}>
        {nominee.place === null ? '' : <span>{formatNumber(nominee.place)}</span>}
      </td>
      <th scope="row">
        <NomineeName nominee={nominee.nominee} />
        <span className={css['bar']} aria-hidden="true">
          <span style={{ '--share': `${share * 100}%` } as CSSProperties} />
        </span>
        <span className={css['below']}>
          {nominee.won ? <span className={css['won']}>{t('nominations.result.won')}</span> : null}
          {nominee.excluded ? <span>{t('nominations.result.excluded')}</span> : null}
          {nominee.left ? <span>{t('nominations.result.left')}</span> : null}
          <span className={css['phoneCount']}>{count}</span>
        </span>
      </th>
      <td className={css['count']}>{formatNumber(nominee.nominations)}</td>
      <td className={css['score']}>
        <ScoreCell round={round} nominee={nominee} />
      </td>
      <td className={css['menu']}>
        {isChangeable ? <NomineeMenu roundId={round.id} nominee={nominee} /> : null}
      </td>
    </tr>
  )
}

/** The nominees with place, nominations, and score or votes. Left out ones come last. */
export function ResultTable({
  round,
  result,
}: {
  round: NominationRound
  result: NominationResult
}) {
  const { t } = useTranslation('organization')
  const isVote = round.decision === 'vote'
  const mostVotes = Math.max(...result.nominees.map(({ votes }) => votes), 1)
  const shareOf = ({ votes, score }: NomineeResult) =>
    isVote ? votes / mostVotes : (score ?? 0) / limits.nomination_score_max
  const nominees = result.nominees.toSorted((a, b) => Number(a.excluded) - Number(b.excluded))
  return (
    <table className={css['table']}>
      <caption className="sr-only">{t('nominations.result.title')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="sr-only">{t('nominations.result.place')}</span>
          </th>
          <th scope="col">{t('nominations.result.nominee')}</th>
          <th scope="col" className={css['count']}>
            {t('nominations.result.nominations')}
          </th>
          <th scope="col" className={css['score']}>
            {t(isVote ? 'nominations.result.votes' : 'nominations.result.score')}
          </th>
          <th scope="col">
            <span className="sr-only">{t('nominations.result.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {nominees.map((nominee) => (
          <NomineeRow key={nominee.id} round={round} nominee={nominee} share={shareOf(nominee)} />
        ))}
      </tbody>
    </table>
  )
}
