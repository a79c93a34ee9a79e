// What is wrong with a SARIF file: by the official schema, by the limits of GitHub's code scanning, and by the rules of
// the standard that a schema cannot say, so far as our files could break them.

import { gzipSync } from 'node:zlib';
import official from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' };
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import type { Location, Log, Message, Result, Run } from 'sarif';

// Drafts 4 and 7 of JSON Schema mean the same by all words that it uses, but for these.
const { $schema, id, ...standard } = official;
const { region, run, toolComponent } = official.definitions;
// What the first errata of the standard changed in the schema: a region says where it is, and the pattern of languages
// was a mistyped one.
const language = { language: { type: 'string', pattern: '^[a-zA-Z]{2}(-[a-zA-Z]{2})?$' } };
const where = ['startLine', 'charOffset', 'byteOffset'].map((name) => ({ required: [name] }));
const schema = {
  ...standard,
  definitions: {
    ...official.definitions,
    region: { ...region, anyOf: where },
    run: { ...run, properties: { ...run.properties, ...language } },
    toolComponent: { ...toolComponent, properties: { ...toolComponent.properties, ...language } },
  },
};

const ajv = new Ajv({ strict: false, allErrors: true });
formats.default(ajv);
const validate = ajv.compile(schema);

export function sarifProblems(text: string): string[] {
  const log = JSON.parse(text) as Log;
  if (!validate(log)) return validate.errors!.map((e) => `schema: ${e.instancePath} ${e.message}`);
  const size = gzipSync(text).length;
  return [
    ...(size > 10_000_000 ? [`${size} bytes after gzip`] : []),
    ...(log.runs.length === 1 ? [] : ['not one run']),
    ...log.runs.flatMap(runProblems),
  ];
}

function runProblems(run: Run): string[] {
  const rules = run.tool.driver.rules ?? [];
  const results = run.results ?? [];
  const fingerprints = results.map((r) => r.partialFingerprints?.primaryLocationLineHash);
  const notifications = run.invocations?.[0]?.toolExecutionNotifications ?? [];
  const known = new Set(run.tool.driver.notifications?.map((n) => n.id));
  return [
    ...(rules.length <= 25_000 ? [] : ['too many rules']),
    ...(results.length <= 25_000 ? [] : ['too many results']),
    ...rules.flatMap((r) => [
      ...((r.properties?.tags?.length ?? 0) <= 10 ? [] : [`${r.id}: too many tags`]),
      ...[r.shortDescription, r.fullDescription, r.help].flatMap((m) =>
        m?.text ? [] : [`${r.id}: a text is missing`],
      ),
      ...(r.id.length <= 255 && r.name!.length <= 255 ? [] : [`${r.id}: too long a name`]),
      ...(r.shortDescription!.text.length <= 1024 && r.fullDescription!.text.length <= 1024
        ? []
        : [`${r.id}: too long`]),
    ]),
    ...(new Set(fingerprints).size === results.length ? [] : ['fingerprints are missing or equal']),
    ...notifications.flatMap((n) => (known.has(n.descriptor!.id!) ? [] : [`${n.descriptor!.id} is not described`])),
    ...results.flatMap((r) => resultProblems(run, r)),
  ];
}

function resultProblems(run: Run, result: Result): string[] {
  const flows = result.codeFlows?.flatMap((c) => c.threadFlows) ?? [];
  const steps = flows.flatMap((f) => f.locations);
  const located = [...result.locations!, ...result.relatedLocations!, ...steps.map((s) => s.location!)];
  const [merged, ...contexts] = flows;
  const orders = (merged?.locations ?? []).map((s) => s.executionOrder!);
  const ofContexts = contexts.flatMap((f) => f.locations.map((s) => s.executionOrder!)).sort((a, b) => a - b);
  return [
    ...(run.tool.driver.rules![result.ruleIndex!]?.id === result.ruleId ? [] : ['ruleIndex is another rule']),
    ...(result.locations!.length === 1 ? [] : ['not one location']),
    ...(steps.length <= 1000 ? [] : ['more steps than GitHub shows']),
    ...located.flatMap((l) => locationProblems(l, run)),
    ...linkProblems(result.message, result.relatedLocations!),
    ...(orders.every((o, n) => n === 0 || o > orders[n - 1]!) ? [] : ['the merged flow is not in order']),
    ...(ofContexts.join() === orders.join() ? [] : ['the flows of the contexts are not the merged one']),
    ...(new Set(flows.map((f) => f.id)).size === flows.length ? [] : ['two flows have one id']),
  ];
}

function locationProblems({ physicalLocation }: Location, run: Run): string[] {
  const { uri, uriBaseId } = physicalLocation?.artifactLocation ?? {};
  const region = physicalLocation?.region;
  if (uri === undefined) return ['a location without a file'];
  const isRooted = uri.startsWith('file:///')
    ? uriBaseId === undefined
    : run.originalUriBaseIds![uriBaseId!] !== undefined;
  return [
    ...(isRooted ? [] : [`${uri} is relative to nothing`]),
    ...(new URL(uri, 'file:///root/').href.endsWith(uri.replace(/^(?:\.\.\/)+/, ''))
      ? []
      : [`${uri} is not a URI in its normal form`]),
    ...(region === undefined || (region.startLine! >= 1 && region.endColumn! > region.startColumn!)
      ? []
      : ['empty region']),
  ];
}

/** Every link leads to a related location, and every related location has its link where the message has links. */
function linkProblems({ text }: Message, related: readonly Location[]): string[] {
  const links = [...text!.matchAll(/\[[^[\]]*\]\(([^)]*)\)/g)].map((match) => match[1]);
  const ids = related.map((l) => String(l.id));
  return [
    ...(text!.length <= 1000 ? [] : ['too long a message']),
    ...links.flatMap((link) => (ids.includes(link!) ? [] : [`a link leads to ${link}`])),
    ...(text!.split('](').length - 1 === links.length ? [] : ['half a link']),
  ];
}
