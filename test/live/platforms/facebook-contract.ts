import {
  flag,
  having,
  oneOf,
  only,
  text,
  whole,
  words,
  type Contract,
  type Deed,
  type Operation,
  type Schema,
} from '../engine/contract.ts';
import { consentOperations } from '../engine/consent.ts';
import * as meta from './meta.ts';

export const version = 'v24.0';
const graph = `graph.facebook.com/${version}`;
const video = `graph-video.facebook.com/${version}`;
export const rules = meta.facebookLoginRules('FACEBOOK', version, [
  'pages_show_list',
  'pages_manage_posts',
  'pages_read_engagement',
  'pages_manage_engagement',
  'pages_read_user_content',
  'pages_messaging',
  'pages_manage_metadata',
  'read_insights',
  'business_management',
]);
export const tokens = meta.facebookTokens('FACEBOOK', version);

const call = (
  method: Operation['method'],
  at: string,
  deed: Deed | readonly Deed[],
  reference: string,
  more: Partial<Operation> = {},
): Operation => ({
  method,
  at,
  deed,
  authentication: 'bearer',
  source: `${meta.metaDocs}/${reference}`,
  ...more,
});
const form = (schema: Schema): Pick<Operation, 'body'> => ({ body: { as: 'form', schema } });
/** Lists and objects of a form are JSON (Meta: "Graph API overview"). */
const json: Schema = { type: 'string', pattern: '^[[{]' };
const made = having({ id: text() });
const done = having({ success: flag });

export const contract: Contract = {
  reports: { origin: 'documentation', source: 'https://developers.facebook.com/docs/graph-api/webhooks' },
  platform: 'FACEBOOK',
  origin: 'documentation',
  from: `Graph API ${version}`,
  operations: {
    consent: consentOperations(rules).consent,
    ...tokens.operations,
    me: call('GET', `${graph}/me`, 'connect', 'graph-api/reference/user', { query: only({ 'fields?': meta.fields }) }),
    permissions: call('GET', `${graph}/me/permissions`, 'connect', 'graph-api/reference/user/permissions'),
    revoke: call('DELETE', `${graph}/me/permissions`, 'connect', 'graph-api/reference/user/permissions'),
    pages: call('GET', `${graph}/me/accounts`, 'connect', 'graph-api/reference/user/accounts', {
      query: only({ 'fields?': meta.fields, ...meta.paging }),
    }),
    subscribe: meta.subscribing(
      `${graph}/{id}/subscribed_apps`,
      ['feed', 'mention', 'messages', 'messaging_postbacks', 'message_reads', 'message_echoes', 'messaging_referrals'],
      'graph-api/reference/page/subscribed_apps',
    ),
    subscriptions: call('GET', `${graph}/{id}/subscribed_apps`, 'receive', 'graph-api/reference/page/subscribed_apps', {
      query: only({ 'fields?': meta.fields }),
    }),
    unsubscribe: call(
      'DELETE',
      `${graph}/{id}/subscribed_apps`,
      'receive',
      'graph-api/reference/page/subscribed_apps',
      {
        answer: done,
      },
    ),
    node: call('GET', `${graph}/{id}`, ['connect', 'publish', 'insights', 'receive'], 'graph-api/reference/page', {
      query: only({ 'fields?': meta.fields }),
      answer: made,
    }),
    remove: call('DELETE', `${graph}/{id}`, 'delete', 'graph-api/reference/page-post', { answer: done }),
    change: call('POST', `${graph}/{id}`, 'comment', 'graph-api/reference/comment', {
      ...form(only({ is_hidden: flag })),
      answer: done,
    }),
    feed: call('POST', `${graph}/{id}/feed`, 'publish', 'graph-api/reference/page/feed', {
      ...form(
        only(
          { 'message?': text(), 'link?': text(), 'attached_media?': json },
          { anyOf: [{ required: ['message'] }, { required: ['link'] }, { required: ['attached_media'] }] },
        ),
      ),
      answer: made,
    }),
    published: call('GET', `${graph}/{id}/published_posts`, 'publish', 'graph-api/reference/page/published_posts', {
      query: only({ 'fields?': meta.fields, ...meta.paging }),
    }),
    photo: call('POST', `${graph}/{id}/photos`, 'upload', 'graph-api/reference/page/photos', {
      body: {
        as: 'multipart',
        files: ['source'],
        schema: only({ published: { type: 'boolean', const: false }, 'alt_text_custom?': text(), 'temporary?': flag }),
      },
      answer: made,
    }),
    start: call('POST', `${video}/{id}/videos`, 'upload', 'video-api/guides/publishing', {
      ...form(only({ upload_phase: { const: 'start' }, file_size: whole({ minimum: 1 }) })),
      answer: having({ video_id: text(), upload_session_id: text(), start_offset: words, end_offset: words }),
    }),
    transfer: call('POST', `${video}/{id}/videos`, 'upload', 'video-api/guides/publishing', {
      body: {
        as: 'multipart',
        files: ['video_file_chunk'],
        schema: only({ upload_phase: { const: 'transfer' }, upload_session_id: text(), start_offset: whole() }),
      },
    }),
    finish: call('POST', `${video}/{id}/videos`, 'publish', 'video-api/guides/publishing', {
      ...form(
        only({
          upload_phase: { const: 'finish' },
          upload_session_id: text(),
          'description?': text(),
          'title?': text(),
        }),
      ),
      answer: done,
    }),
    reelStart: call('POST', `${graph}/{id}/video_reels`, 'upload', 'video-api/guides/reels-publishing', {
      ...form(only({ upload_phase: { const: 'START' } })),
      answer: having({ video_id: text(), upload_url: text() }),
    }),
    reelFinish: call('POST', `${graph}/{id}/video_reels`, 'publish', 'video-api/guides/reels-publishing', {
      ...form(
        only({
          upload_phase: { const: 'FINISH' },
          video_id: text(),
          video_state: oneOf('PUBLISHED', 'DRAFT', 'SCHEDULED'),
          'description?': text(),
          'title?': text(),
        }),
      ),
      answer: done,
    }),
    bytes: call(
      'POST',
      `rupload.facebook.com/video-upload/${version}/{id}`,
      'upload',
      'video-api/guides/reels-publishing',
      {
        authentication: 'oauth',
        headers: { offset: text({ pattern: '^\\d+$' }), file_size: text({ pattern: '^\\d+$' }) },
        body: { as: 'bytes' },
        answer: done,
      },
    ),
    photoStory: call('POST', `${graph}/{id}/photo_stories`, 'publish', 'page-stories-api', {
      ...form(only({ photo_id: text() })),
      answer: having({ success: flag }),
    }),
    stories: call('GET', `${graph}/{id}/stories`, 'publish', 'page-stories-api', {
      query: only({ 'fields?': meta.fields, ...meta.paging }),
    }),
    comments: call('GET', `${graph}/{id}/comments`, 'receive', 'graph-api/reference/object/comments', {
      query: only({
        'fields?': meta.fields,
        'filter?': oneOf('toplevel', 'stream'),
        ...meta.paging,
        'order?': oneOf('chronological', 'reverse_chronological'),
      }),
    }),
    comment: call('POST', `${graph}/{id}/comments`, 'comment', 'graph-api/reference/object/comments', {
      ...form(only({ message: text() })),
      answer: made,
    }),
    tagged: call('GET', `${graph}/{id}/tagged`, 'receive', 'graph-api/reference/page/tagged', {
      query: only({ 'fields?': meta.fields, ...meta.paging }),
    }),
    message: call('POST', `${graph}/{id}/messages`, 'message', 'messenger-platform/send-messages', {
      body: {
        as: 'json',
        schema: only({
          recipient: { anyOf: [only({ id: text() }), only({ comment_id: text() })] },
          'messaging_type?': oneOf('RESPONSE', 'UPDATE', 'MESSAGE_TAG'),
          'tag?': oneOf('HUMAN_AGENT', 'ACCOUNT_UPDATE', 'CONFIRMED_EVENT_UPDATE', 'POST_PURCHASE_UPDATE'),
          message: only({ text: text({ maxLength: 2000 }) }),
        }),
      },
      answer: having({ message_id: text() }),
    }),
    conversations: call('GET', `${graph}/{id}/conversations`, 'message', 'graph-api/reference/page/conversations', {
      query: only({
        'platform?': oneOf('messenger', 'instagram'),
        'user_id?': text(),
        'fields?': meta.fields,
        ...meta.paging,
      }),
    }),
    insights: call('GET', `${graph}/{id}/insights`, 'insights', 'graph-api/reference/insights', {
      query: only({
        metric: text(),
        'period?': oneOf('day', 'week', 'days_28', 'lifetime'),
        'since?': text(),
        'until?': text(),
        'date_preset?': text(),
      }),
    }),
    videoInsights: call('GET', `${graph}/{id}/video_insights`, 'insights', 'graph-api/reference/video/video_insights', {
      query: only({ metric: text(), 'period?': oneOf('lifetime', 'day') }),
    }),
  },
};
