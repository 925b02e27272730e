import { Button, Checkbox, Input } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import type {
  NominationResult,
  NominationRound,
  NomineeResult,
} from '#contract/schemas/nominations.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { formatSigned } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { isBeingCounted } from '../api/rounds.api.ts'
import { AnnounceDialog } from './AnnounceDialog.tsx'
import { nameOfNominee } from './describe-round.ts'
import { NomineeName } from './NomineeName.tsx'
import css from './result.module.css'
import { type Announcement, useAnnouncement } from './use-announcement.ts'

type Props = { announcement: Announcement }

/** The quotes that nominators agreed to; up to three go into the announcement. */
function QuoteChoice({ winner, announcement }: Props & { winner: NomineeResult }) {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  const chosen = announcement.quotesOf(winner.id)
  if (!winner.quotes.length)
    return <p className={css['note']}>{t('nominations.announce.no_quotes')}</p>
  return (
    <Checkbox.Group
      label={t('nominations.announce.choose_quotes', { n: limits.nomination_quotes_max })}
      value={chosen}
      onChange={(ids) => announcement.chooseQuotes(winner.id, ids)}
    >
      <div className={css['quotes']}>
        {winner.quotes.map(({ nomination_id: id, nominator, text }) => (
          <Checkbox
            key={id}
            value={id}
            label={t('nominations.announce.quote', { text })}
            description={nameOf(nominator)}
            disabled={chosen.length >= limits.nomination_quotes_max && !chosen.includes(id)}
          />
        ))}
      </div>
    </Checkbox.Group>
  )
}

/** The equal nominees at the last place, among whom the administrator chooses. */
function TieChoice({ announcement, places }: Props & { places: number }) {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  const { tied, chosenIds, chooseTied, problem } = announcement
  return (
    <div className={css['tie']}>
      <Checkbox.Group
        label={t('nominations.announce.tie', { count: places })}
        description={t('nominations.announce.tie_text')}
        value={chosenIds}
        onChange={chooseTied}
      >
        <div className={css['quotes']}>
          {tied.map(({ id, nominee }) => (
            <Checkbox key={id} value={id} label={nameOfNominee(t, nominee, nameOf)} />
          ))}
        </div>
      </Checkbox.Group>
      {problem === null ? null : <Input.Error role="alert">{problem}</Input.Error>}
    </div>
  )
}

/** The winners before their announcement, with the choices that it needs. */
export function WinnersCard({
  round,
  result,
}: {
  round: NominationRound
  result: NominationResult
}) {
  const { t } = useTranslation('organization')
  const announcement = useAnnouncement(round, result)
  const { winners, tied, isAsking, ask } = announcement
  const isCounting = isBeingCounted(result)
  return (
    <Card className={css['card']}>
      <h2>{t('nominations.announce.winners', { count: round.winners_max })}</h2>
      {winners.length ? (
        <ul className={css['choices']}>
          {winners.map((winner) => (
            <li key={winner.id}>
              <div className={css['winner']}>
                <NomineeName nominee={winner.nominee} size={44} />
                {round.points ? (
                  <PointsBadge
                    text={formatSigned(round.points)}
                    label={t('common:points', { count: round.points })}
                  />
                ) : null}
              </div>
              <QuoteChoice winner={winner} announcement={announcement} />
            </li>
          ))}
        </ul>
      ) : null}
      {tied.length ? <TieChoice announcement={announcement} places={result.places_left} /> : null}
      {winners.length || tied.length ? null : (
        <p className={css['note']} role="status">
          {t(isCounting ? 'nominations.announce.counting' : 'nominations.announce.nobody')}
        </p>
      )}
      <div hidden={isCounting}>
        <Button onClick={ask}>
          {t(
            winners.length || tied.length
              ? 'nominations.announce.open'
              : 'nominations.announce.finish',
          )}
        </Button>
      </div>
      {isAsking ? <AnnounceDialog round={round} announcement={announcement} /> : null}
    </Card>
  )
}
