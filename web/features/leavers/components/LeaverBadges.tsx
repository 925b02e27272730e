import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { LeaverBadge } from '#contract/schemas/leavers.ts'
import { callErrorText, notifyError } from '#web/shared/errors/error-messages.ts'
import { saveFile } from '#web/lib/download-file.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { badgeFileQuery, badgesQuery } from '../api/queries.ts'
import css from './leavers.module.css'

const svgType = 'image/svg+xml'

/** A badge with its picture, which is also the file to download. */
function BadgeRow({ token, badge }: { token: string; badge: LeaverBadge }) {
  const { t } = useTranslation('organization')
  const client = useQueryClient()
  const file = badgeFileQuery(token, badge.value_id)
  const picture = useQuery(file)
  const download = useMutation({
    mutationFn: () => client.fetchQuery(file),
    onSuccess: (svg) => saveFile(new Blob([svg], { type: svgType }), `${badge.name}.svg`),
    onError: (error) => notifyError(t, error),
  })
  return (
    <Card className={css['row']}>
      {picture.data ? (
        <img
          className={css['badge']}
          src={`data:${svgType},${encodeURIComponent(picture.data)}`}
          alt=""
        />
      ) : (
        <span className={css['badge']} aria-hidden>
          {badge.emoji}
        </span>
      )}
      <div className={css['what']}>
        <b>
          {badge.emoji} {badge.name}
        </b>
        <p>{t('leavers.page.thanked', { count: badge.count, n: formatNumber(badge.count) })}</p>
      </div>
      <Button
        size="sm"
        variant="default"
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {t('leavers.download')}
        <span className="sr-only"> {badge.name}</span>
      </Button>
    </Card>
  )
}

/** The Open Badges of a leaver: one for each value with which they were thanked. */
export function LeaverBadges({ token, team }: { token: string; team: string }) {
  const { t } = useTranslation('organization')
  const { data, error, refetch } = useQuery(badgesQuery(token))
  if (!error && !data?.badges.length) return null
  return (
    <>
      <h2 className={css['section']}>{t('leavers.page.badges')}</h2>
      <p className={css['text']}>
        {data ? t('leavers.page.badges_text', { team }) : callErrorText(t, error)}
      </p>
      {data ? (
        <ul className={css['list']}>
          {data.badges.map((badge) => (
            <li key={badge.value_id}>
              <BadgeRow token={token} badge={badge} />
            </li>
          ))}
        </ul>
      ) : (
        <Button variant="default" onClick={() => void refetch()}>
          {t('common:failure.retry')}
        </Button>
      )}
    </>
  )
}
