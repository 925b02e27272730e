import { z } from 'zod'
import type { Route } from './route.ts'
import { idParams } from '#contract/schemas/common.ts'
import * as cards from '#contract/schemas/group-cards.ts'

const cardQueries = ['group_cards', 'inbox'] as const

export const groupCardsRoutes = {
  'group_cards.list': {
    method: 'GET',
    path: '/group-cards',
    summary: 'List the cards that await your signature, or those you received',
    access: 'take_part',
    query: cards.groupCardsQueryParams,
    output: z.array(cards.groupCardSummary),
    errors: [],
  },
  'group_cards.get': {
    method: 'GET',
    path: '/group-cards/:id',
    summary: 'Get a card with its signatures. For its signers and, once delivered, its person',
    access: 'take_part',
    params: idParams('group_card'),
    output: cards.groupCard,
    errors: [],
  },
  'group_cards.sign': {
    method: 'PUT',
    path: '/group-cards/:id/signature',
    summary: 'Sign a card, or change your signature, before it is delivered',
    access: 'take_part',
    params: idParams('group_card'),
    body: cards.groupCardSignatureInput,
    output: cards.groupCard,
    affects: cardQueries,
    errors: ['required', 'message_too_long', 'card_delivered'],
  },
  'group_cards.unsign': {
    method: 'DELETE',
    path: '/group-cards/:id/signature',
    summary: 'Remove your signature, also after the card is delivered',
    access: 'take_part',
    params: idParams('group_card'),
    output: cards.groupCard,
    affects: cardQueries,
    errors: [],
  },
  'group_cards.hide': {
    method: 'PUT',
    path: '/group-cards/:id/signatures/:user_id',
    summary: 'Hide a signature of your card from everyone, or show it again',
    access: 'take_part',
    params: cards.signatureParams,
    body: cards.signatureHiding,
    output: cards.groupCard,
    affects: cardQueries,
    errors: [],
  },
  'group_cards.report': {
    method: 'POST',
    path: '/group-cards/:id/signatures/:user_id/report',
    summary: 'Report a signature of your card to administrators, which hides it',
    access: 'take_part',
    params: cards.signatureParams,
    output: cards.groupCard,
    affects: cardQueries,
    errors: [],
  },
  'group_cards.reported': {
    method: 'GET',
    path: '/group-cards/reported',
    summary: 'List the reported signatures, the oldest report first',
    access: 'manage_settings',
    output: z.array(cards.reportedSignature),
    errors: [],
  },
  'group_cards.decide': {
    method: 'POST',
    path: '/group-cards/:id/signatures/:user_id/decide',
    summary: 'Remove a reported signature, or leave it hidden',
    access: 'manage_settings',
    params: cards.signatureParams,
    body: cards.signatureDecision,
    output: z.array(cards.reportedSignature),
    affects: [...cardQueries, 'audit'],
    errors: [],
  },
} as const satisfies Record<string, Route>
