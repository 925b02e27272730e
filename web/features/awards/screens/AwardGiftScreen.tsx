import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ApiCallError } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { NotFound } from '#web/shared/errors/NotFound.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'
import { giftQuery } from '../api/queries.ts'
import { GiftCard } from '../components/GiftCard.tsx'

const isNotFound = (error: unknown) =>
  error instanceof ApiCallError && error.errors.some(({ code }) => code === 'not_found')

function BackLink() {
  const { t } = useTranslation('organization')
  return (
    <Link to="/awards" className={backClass}>
      <BackArrow />
      <span>{t('awards.title')}</span>
    </Link>
  )
}

/** /awards/gifts/{id}: an award given to people, for links of the inbox and mails. */
export function AwardGiftScreen() {
  const { t } = useTranslation('organization')
  const { id = '' } = useParams({ strict: false })
  const { data: gift, error, refetch } = useQuery(giftQuery(id))
  const title = gift?.award.name ?? t('awards.title')
  usePageTitle(title)
  if (!gift && isNotFound(error)) return <NotFound />
  if (!gift && error) return <ErrorState error={error} retry={() => void refetch()} />
  return (
    <Page title={title} narrow back={<BackLink />}>
      {gift ? (
        <GiftCard key={id} gift={gift} isAlone />
      ) : (
        <Skeleton height={280} aria-busy="true" />
      )}
    </Page>
  )
}
