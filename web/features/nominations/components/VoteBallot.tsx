import { Button, TextInput } from '@mantine/core'
import { IconCheck, IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { BallotNominee, OwnNominationRound } from '#contract/schemas/nominations.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { PagedList } from '#web/shared/PagedList.tsx'
import { usePersonName } from '#web/shared/person-name.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { useBallot, useVote } from '../api/ballot.api.ts'
import css from './ballot.module.css'
import { nameOfNominee } from './describe-round.ts'
import { NomineeName } from './NomineeName.tsx'

type Vote = ReturnType<typeof useVote>

/** A nominee with the button that votes, or the reader's vote. */
function VoteRow({ nominee, vote }: { nominee: BallotNominee; vote: Vote }) {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  const name = nameOfNominee(t, nominee.nominee, nameOf)
  const count = t('nominations.count', { count: nominee.nomination_count })
  const detail = nominee.department ? `${nominee.department} · ${count}` : count
  const isSending = vote.isPending && vote.variables === nominee.id
  let action = (
    <Button
      variant="default"
      size="compact-sm"
      h={34}
      loading={isSending}
      onClick={() => vote.mutate(nominee.id)}
    >
      {t('nominations.vote.action')}
      <span className="sr-only"> {name}</span>
    </Button>
  )
  if (nominee.conflict)
    action = (
      <span className={css['conflict']}>
        {t('nominations.vote.conflict', {
          reason: t(`nominations.conflict.${nominee.conflict}`),
        })}
      </span>
    )
  else if (nominee.voted)
    action = (
      <span className={css['done']}>
        <IconCheck size={16} aria-hidden="true" />
        {t('nominations.vote.yours')}
      </span>
    )
  return (
    <li data-voted={nominee.voted} className={css['voteRow']}>
      <NomineeName nominee={nominee.nominee} size={44} detail={detail} />
      {action}
    </li>
  )
}

/** The nominees to vote for: one choice, which changes until the end. */
export function VoteBallot({ round }: { round: OwnNominationRound }) {
  const { t } = useTranslation('organization')
  const [search, setSearch] = useState('')
  const searched = useDeferredValue(search.trim())
  const query = useBallot(round.id, searched)
  const vote = useVote(round.id, {
    onSuccess: (_, nomineeId) =>
      notifySuccess(
        t(nomineeId === null ? 'nominations.vote.taken_back' : 'nominations.vote.saved'),
      ),
    onError: (error) => notifyError(t, error),
  })
  return (
    <section>
      <div className={css['progress']}>
        <h2>{t('nominations.vote.title')}</h2>
        <span role="status">
          {t(round.voted ? 'nominations.vote.voted' : 'nominations.vote.not_voted')}
        </span>
        {round.voted ? (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            h={34}
            loading={vote.isPending && vote.variables === null}
            onClick={() => vote.mutate(null)}
          >
            {t('nominations.vote.take_back')}
          </Button>
        ) : null}
      </div>
      <p className={css['lead']}>{t('nominations.vote.text')}</p>
      <TextInput
        mb="md"
        type="search"
        aria-label={t('nominations.vote.search')}
        placeholder={t('nominations.vote.search')}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        maxLength={limits.search_chars_max}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <PagedList
        query={query}
        frame={Card}
        skeletonHeights={[56, 56, 56, 56]}
        texts={{
          emptyText: t(searched ? 'nominations.vote.nobody' : 'nominations.ballot.empty'),
          more: t('team.more'),
        }}
      >
        {(nominees) => (
          <ul className={css['votes']} aria-label={t('nominations.vote.title')}>
            {nominees.map((nominee) => (
              <VoteRow key={nominee.id} nominee={nominee} vote={vote} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}
