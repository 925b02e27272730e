import { Button, Skeleton } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { GroupCard } from '#contract/schemas/group-cards.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { NotFound } from '#web/shared/errors/NotFound.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'
import { groupCardQuery } from '../api/queries.ts'
import { CardFront } from '../components/CardFront.tsx'
import css from '../components/group-cards.module.css'
import { RemoveSignature } from '../components/RemoveSignature.tsx'
import { SignatureForm } from '../components/SignatureForm.tsx'
import { SignatureList } from '../components/SignatureList.tsx'

function CardInside({ card }: { card: GroupCard }) {
  const { t } = useTranslation('organization')
  const name = usePersonName()
  return (
    <div className={css['inside']}>
      {card.abilities.sign ? (
        <>
          <p className={css['hint']}>{t('cards.secret', { name: name(card.user) })}</p>
          <SignatureForm card={card} />
        </>
      ) : null}
      {card.signatures.length ? (
        <SignatureList card={card} />
      ) : (
        <p className={css['hint']}>{t('cards.nobody')}</p>
      )}
      {card.signed && !card.abilities.sign ? <RemoveSignature card={card} /> : null}
    </div>
  )
}

/** /group-cards/{id}: a card for a celebration, to sign or to read. */
export function GroupCardScreen() {
  const { t } = useTranslation('organization')
  const { id = '' } = useParams({ strict: false })
  const name = usePersonName()
  const { data: card, error, refetch } = useQuery(groupCardQuery(id))
  const title = card?.abilities.hide
    ? t('cards.own_title')
    : t('cards.title', { name: card ? name(card.user) : '' })
  usePageTitle(card ? title : t('cards.list_title'))
  if (!card && error instanceof ApiCallError && error.status === 404) return <NotFound />
  if (!card && error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!card)
    return (
      <Page title={t('cards.list_title')} narrow>
        <Skeleton height={320} />
      </Page>
    )
  return (
    <Page
      title={title}
      narrow
      back={
        <Link to="/group-cards" className={backClass}>
          <BackArrow />
          <span>{t('cards.list_title')}</span>
        </Link>
      }
      actions={
        card.abilities.hide ? (
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden="true" />}
            onClick={() => print()}
          >
            {t('cards.print')}
          </Button>
        ) : null
      }
    >
      <Card className={css['card']}>
        <CardFront card={card} />
        <CardInside key={card.id} card={card} />
      </Card>
    </Page>
  )
}
