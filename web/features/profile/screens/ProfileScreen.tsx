import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProfileView } from '#contract/users.ts'
import { useConfig } from '#web/app/config.ts'
import { Failure } from '#web/app/Failure.tsx'
import { NotFound } from '#web/app/NotFound.tsx'
import { usePersonName } from '#web/app/person.ts'
import { PostList } from '#web/app/posts/PostList.tsx'
import { useTitle } from '#web/app/title.ts'
import { CallError, call } from '#web/lib/client.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { Card } from '#web/ui/Card.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import ui from '#web/ui/ui.module.css'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import { BalanceSheet } from '../components/BalanceSheet.tsx'
import css from '../components/profile.module.css'

function Head({ profile }: { profile: ProfileView }) {
  const { t } = useTranslation('profile')
  const { settings: { timezone } } = useConfig()
  const name = usePersonName()
  const figures = [['received', profile.received_points], ['given', profile.given_points], ...(profile.balance === null ? [] : [['balance', profile.balance] as const])] as const
  return (
    <Card className={css['head']}>
      <UserAvatar user={profile} size={88} />
      <div className={css['name']}>
        <h1>{name(profile)}</h1>
        <p>{[profile.job_title, t('since', { date: formatDate(profile.created_at, timezone) })].filter(Boolean).join(' · ')}</p>
      </div>
      {profile.abilities.edit ? <Button component={Link} to="/edit-profile" variant="default" size="sm">{t('edit')}</Button> : null}
      <dl className={css['figures']}>
        {figures.map(([key, value]) => <div key={key}><dt>{t(`figures.${key}`)}</dt><dd>{formatNumber(value)}</dd></div>)}
      </dl>
    </Card>
  )
}

/** /profile/{id}: who somebody is, the posts around them, and for those who may see it the balance sheet. */
export function ProfileScreen() {
  const { t } = useTranslation('profile')
  const { id } = useParams({ strict: false }) as { id: string }
  const { user } = useConfig()
  const name = usePersonName()
  const [tab, setTab] = useState<'received' | 'given' | 'sheet'>('received')
  const profile = useQuery({ queryKey: ['profile', id], queryFn: ({ signal }) => call('profiles.get', { params: { id }, signal }) })
  useTitle(profile.data ? name(profile.data) : t('title'))
  // Profile loading failure goes to /404 (specification, section 8); a server that does not answer is no such failure.
  if (profile.error instanceof CallError && profile.error.status === 404) return <NotFound />
  if (profile.isError) return <Failure error={profile.error} retry={() => void profile.refetch()} />
  const tabs = (['received', 'given', ...(profile.data?.abilities.see_balance ? ['sheet' as const] : [])] as const).map((value) => ({ value, label: t(`tab.${value}`) }))
  return (
    <div className={`${ui['page']} ${ui['narrow']}`} style={{ maxWidth: 760 }}>
      {profile.data ? <Head profile={profile.data} /> : <Card aria-busy="true" className={css['head']}><Skeleton circle height={88} /><div style={{ flex: 1 }}><Skeleton height={26} width="50%" mb={10} /><Skeleton height={14} width="30%" /></div></Card>}
      <div className={css['bar']}>
        <SegmentedControl radius="xl" data={tabs} value={tab} onChange={setTab} aria-label={t('tabs')} />
      </div>
      {tab === 'sheet' ? <BalanceSheet id={id} />
        : <PostList key={tab} filter={{ profile: id, direction: tab }}
            empty={<Card><Notice art="laurel" title={t(`empty.${tab}`)} text={id === user.id ? t(`empty.${tab}_own`) : t(`empty.${tab}_other`)} /></Card>} />}
    </div>
  )
}
