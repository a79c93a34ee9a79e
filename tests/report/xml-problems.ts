// What is wrong with an XML file of test results: not well-formed, a character that XML does not allow, or counts that
// do not add up.

import { XMLParser, XMLValidator } from 'fast-xml-parser';

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  // Numeric entities.
  htmlEntities: true,
});

type Raw = Readonly<Record<string, unknown>> & {
  readonly ':@'?: Readonly<Record<string, string>>;
  readonly '#text'?: string;
};

/** The root. */
export function parseXml(xml: string): Element {
  return elementsOf(parser.parse(xml) as Raw[]).find((e) => e.name !== '?xml')!;
}

function elementsOf(nodes: readonly Raw[]): Element[] {
  return nodes.flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ':@' && key !== '#text');
    if (name === undefined) return [];
    const inside = node[name] as readonly Raw[];
    const text = inside.map((child) => child['#text'] ?? '').join('');
    return [{ name, attributes: node[':@'] ?? {}, children: elementsOf(inside), text }];
  });
}

export function all(root: Element, name: string): Element[] {
  return [...(root.name === name ? [root] : []), ...root.children.flatMap((child) => all(child, name))];
}

export function junitProblems(xml: string): string[] {
  const validity = XMLValidator.validate(xml);
  if (validity !== true) return [`${validity.err.line}: ${validity.err.msg}`];
  const illegal = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(xml)?.[0];
  if (illegal !== undefined) return [`illegal character ${JSON.stringify(illegal)}`];
  const root = parseXml(xml);
  const cases = all(root, 'testcase');
  const names = cases.map((c) => `${c.attributes.classname} ${c.attributes.name}`);
  return [
    ...(root.name === 'testsuites' ? [] : [`the root is ${root.name}`]),
    ...(new Set(names).size === names.length ? [] : ['two cases have one name']),
    ...[root, ...all(root, 'testsuite')].flatMap(countProblems),
  ];
}

function countProblems(suite: Element): string[] {
  const kinds = [
    ['tests', 'testcase'],
    ['failures', 'failure'],
    ['errors', 'error'],
    ['skipped', 'skipped'],
  ] as const;
  return kinds.flatMap(([attribute, name]) => {
    const count = all(suite, name).length;
    return suite.attributes[attribute] === String(count) ? [] : [`${suite.name}: ${attribute} is not ${count}`];
  });
}
